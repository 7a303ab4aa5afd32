/** Data as JSON has it, in plain JavaScript objects; `exact-json.ts` says how a number beyond JavaScript's stands in it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}
