/** How each vendor answers: shapes as in the types and documentation of the provider packages. */

import type { JsonObject } from '../../src/runtime/ports/json.ts'
import { anthropicComplaints } from './anthropic-rules.ts'
import { chatComplaints, responsesComplaints } from './openai-rules.ts'

/** One call that the model asks for. `args` is written into the answer as it is, in the way of the vendor. */
export interface PlayedCall {
  readonly name: string
  readonly args: unknown
  /** Without one it is of the vendor's form. */
  readonly id?: string
}

export interface PlayedTurn {
  readonly text?: string
  readonly thinking?: string
  readonly calls?: readonly PlayedCall[]
  /** In the vendor's own word. */
  readonly finish?: string
}

export interface VendorFormat {
  /** The path that requests must have, after the base URL. */
  readonly path: string
  readonly complaints: (
    body: JsonObject,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => readonly string[]
  readonly answer: (turn: PlayedTurn, number: number) => JsonObject
  readonly error: (status: number, code: string, message: string) => JsonObject
}

/** What a model of this server uses, whatever it says. */
export const playedUsage = { inputTokens: 11, outputTokens: 7 }

const anthropic: VendorFormat = {
  path: '/v1/messages',
  complaints: anthropicComplaints,
  answer: ({ text, thinking, calls = [], finish }, number) => ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [
      ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: `signature ${number}` }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ name, args, id }, index) => ({
        type: 'tool_use',
        id: id ?? `toolu_${number}_${index}`,
        name,
        input: asJson(args),
      })),
    ],
    stop_reason: finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { input_tokens: playedUsage.inputTokens, output_tokens: playedUsage.outputTokens },
  }),
  error: (_status, type, message) => ({ type: 'error', error: { type, message } }),
}

const responses: VendorFormat = {
  path: '/v1/responses',
  complaints: responsesComplaints,
  answer: ({ text, thinking, calls = [], finish }, number) => ({
    id: `resp_${number}`,
    object: 'response',
    created_at: 1_764_000_000,
    model: 'gpt-4o',
    status: finish === undefined ? 'completed' : 'incomplete',
    ...(finish === undefined ? {} : { incomplete_details: { reason: finish } }),
    output: [
      ...(thinking === undefined
        ? []
        : [
            {
              type: 'reasoning',
              id: `rs_${number}`,
              summary: [{ type: 'summary_text', text: thinking }],
              encrypted_content: `encrypted ${number}`,
            },
          ]),
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              id: `msg_${number}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
      ...calls.map(({ name, args, id }, index) => ({
        type: 'function_call',
        id: `fc_${number}_${index}`,
        call_id: id ?? `call_${number}_${index}`,
        name,
        arguments: asText(args),
        status: 'completed',
      })),
    ],
    usage: { input_tokens: playedUsage.inputTokens, output_tokens: playedUsage.outputTokens },
  }),
  error: openaiError,
}

function chatFormat(complaints: VendorFormat['complaints']): VendorFormat {
  return {
    path: '/v1/chat/completions',
    complaints,
    answer: ({ text, thinking, calls = [], finish }, number) => ({
      id: `chatcmpl-${number}`,
      object: 'chat.completion',
      created: 1_764_000_000,
      model: 'm',
      choices: [
        {
          index: 0,
          finish_reason: finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
          message: {
            role: 'assistant',
            content: text ?? null,
            ...(thinking === undefined ? {} : { reasoning_content: thinking }),
            ...(calls.length === 0 ? {} : { tool_calls: calls.map((call, index) => chatCall(call, number, index)) }),
          },
        },
      ],
      usage: {
        prompt_tokens: playedUsage.inputTokens,
        completion_tokens: playedUsage.outputTokens,
        total_tokens: playedUsage.inputTokens + playedUsage.outputTokens,
      },
    }),
    error: openaiError,
  }
}

function chatCall({ name, args, id }: PlayedCall, number: number, index: number): JsonObject {
  return { id: id ?? `call_${number}_${index}`, type: 'function', function: { name, arguments: asText(args) } }
}

function openaiError(_status: number, code: string, message: string): JsonObject {
  return { error: { message, type: 'invalid_request_error', param: null, code } }
}

export const formats = {
  anthropic,
  responses,
  chat: chatFormat((body) => chatComplaints(body, { descriptionLengthMax: 1024, isLocal: false })),
  compatible: chatFormat((body) => chatComplaints(body, { descriptionLengthMax: Infinity, isLocal: true })),
} satisfies Readonly<Record<string, VendorFormat>>

export type FormatName = keyof typeof formats

/** JSON as a part of the answer: text in it stays what the test wrote. */
const asJson = (args: unknown): JsonObject => args as JsonObject

/** Text with JSON in it; a text that the test wrote stays as it is. A bare value is what a sloppy server sends. */
function asText(args: unknown): string {
  if (args instanceof Bare) return args.value as string
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** A value that is written without quotes where a text belongs. */
export class Bare {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
