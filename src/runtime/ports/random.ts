/** Chance. */
export interface RandomPort {
  /** A whole number from 0 to 2^32 - 1, each as likely as the others and whatever came before. */
  bits32(): number
}
