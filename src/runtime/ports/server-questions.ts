/**
 * What a server wants to know from the person at hand while a request of ours waits (elicitation), in plain data.
 *
 * All texts come from the server: they are shown as quoted, and decide nothing.
 */

import type { Json } from './json.ts'

export type ServerQuestion =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly QuestionField[] }
  /** The person should open a web page. `host` is the part of `url` that says whose it is. */
  | { readonly kind: 'page'; readonly message: string; readonly url: string; readonly host: string }

export interface QuestionField {
  readonly name: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly isRequired: boolean
  readonly form: FieldForm
  /** Taken where the person leaves the field empty. It fits `form`. */
  readonly preset: Json | undefined
}

/** What an answer must be. Limits are inclusive; of a text in code points, of choices in how many. */
export type FieldForm =
  | { readonly kind: 'text'; readonly min: number; readonly max: number; readonly format: string | undefined }
  | { readonly kind: 'number'; readonly isInteger: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'yes or no' }
  | { readonly kind: 'choice'; readonly choices: readonly FieldChoice[] }
  | { readonly kind: 'choices'; readonly choices: readonly FieldChoice[]; readonly min: number; readonly max: number }

export interface FieldChoice {
  readonly value: string
  readonly title: string
}

/** Declined: the person does not want to. Cancelled: nobody decided, as where the input has ended. */
export type QuestionAnswer =
  | { readonly kind: 'accepted'; readonly values: Readonly<Record<string, Json>> }
  | { readonly kind: 'declined' }
  | { readonly kind: 'cancelled' }

/** Asks, and resolves with the answer. `signal` is aborted when nobody waits for it any more. */
export type QuestionListener = (question: ServerQuestion, signal: AbortSignal) => Promise<QuestionAnswer>
