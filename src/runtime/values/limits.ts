/**
 * Every limit of spec 01 §3 on values, in one place. Those on source text are the parser's.
 *
 * V8 ends the whole process, with no way to catch it, when the heap or an array grows beyond its reach. Each limit stops
 * a program before that and lets it end in an error of ours. All are powers of two or round numbers, so that they can be
 * stated in a message and remembered.
 */

/** Bits in the magnitude of an Int. V8 allows 2^30, but arithmetic on such numbers takes minutes; 2^20 takes milliseconds. */
export const INT_BITS_MAX = 2 ** 20

/** UTF-16 units in a String. V8 allows about 2^29, so a String of this size can still be joined to a short one. */
export const STRING_UNITS_MAX = 2 ** 28

/** Elements of an Array: 512 MB of pointers. V8 ends the process at about 2^27. */
export const ARRAY_ELEMENTS_MAX = 2 ** 26

/** Entries of a Record. A JavaScript Map holds at most 2^24, and half of that leaves room while it grows. */
export const RECORD_ENTRIES_MAX = 2 ** 23

/** Arrays and objects inside each other in JSON text: more than data needs, and few enough for a recursive reader. */
export const JSON_DEPTH_MAX = 1_000
