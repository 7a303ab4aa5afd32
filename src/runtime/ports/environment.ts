/** The environment variables of the process that runs the program. */
export interface EnvironmentPort {
  /** The value of `name`, or undefined if it is not set. */
  get(name: string): string | undefined
}
