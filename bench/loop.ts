/**
 * One turn with a tool beside the loop of the `ai` package: the same provider, the same tool, a model that answers at once.
 *
 * Both ask the model, get a call, make it, and ask again. What is measured is the loop itself: with the provider package
 * and its HTTP taken away by a `fetch` that answers from memory, nothing else is left. Both sides take turns in one
 * process; the ratio is our time by theirs, and 1.00 the most to accept. `node bench/loop.ts [TURNS]`.
 */

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { JSONSchema7 } from '@ai-sdk/provider'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import { problemText, runText } from '../src/index.ts'

const turns = Number(process.argv[2] ?? '60')
/** Turns that only warm up. */
const warmTurns = Math.ceil(turns / 4)
/** Questions of one turn, so that what starts and ends a run of a program counts little. */
const questions = 50

const schema = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] } satisfies JSONSchema7
const description = 'The price of an item.'

/** The answers of the model: a call, then a text. */
const call = { id: 'call_1', type: 'function', function: { name: 'price', arguments: '{"item":"tea"}' } }
const answers = [
  answerOf({ content: null, tool_calls: [call] }, 'tool_calls'),
  answerOf({ content: 'Tea costs 250 cents.' }, 'stop'),
]

function answerOf(message: object, finish: string): string {
  const choices = [{ index: 0, finish_reason: finish, message: { role: 'assistant', ...message } }]
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage })
}

/** The second request of a question carries the result of the tool. */
const answerAtOnce: typeof fetch = (_input, init) => {
  const hasResult = typeof init?.body === 'string' && init.body.includes('"role":"tool"')
  const headers = { 'content-type': 'application/json' }
  return Promise.resolve(new Response(answers[hasResult ? 1 : 0], { headers }))
}

globalThis.fetch = answerAtOnce

const program = `tool price(item: String) returns String "${description}":
    return "250 cents"
model m = inference("openai-compatible", "m", base_url: "http://127.0.0.1/v1")
set delegation = m
for round in range(${questions}):
    answer = ask_with_tools("What does tea cost?", [price])
    assert(answer.value == "Tea costs 250 cents.")
`

/** Milliseconds for all questions of a turn. */
async function ours(): Promise<number> {
  const start = performance.now()
  const result = await runText(program)
  if (result.ending !== 'completed') throw new Error(result.problems.map(problemText).join('\n'))
  return performance.now() - start
}

async function theirs(): Promise<number> {
  const start = performance.now()
  const model = createOpenAICompatible({ name: 'bench', baseURL: 'http://127.0.0.1/v1' }).chatModel('m')
  const price = tool({ description, inputSchema: jsonSchema(schema), execute: () => '250 cents' })
  for (let question = 0; question < questions; question += 1) {
    const settings = { maxOutputTokens: 8192, stopWhen: stepCountIs(10), tools: { price } }
    const { text } = await generateText({ model, prompt: 'What does tea cost?', ...settings })
    if (text !== 'Tea costs 250 cents.') throw new Error(text)
  }
  return performance.now() - start
}

/** The first quartile: what other programs on the machine take away makes times longer, never shorter. */
function quartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? NaN
}

const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] }
for (let turn = -warmTurns; turn < turns; turn += 1) {
  const isOursFirst = turn % 2 === 0
  const first = await (isOursFirst ? ours() : theirs())
  const second = await (isOursFirst ? theirs() : ours())
  if (turn < 0) continue
  times.ours.push(isOursFirst ? first : second)
  times.theirs.push(isOursFirst ? second : first)
}
const [our, their] = [quartile(times.ours) / questions, quartile(times.theirs) / questions]
console.log(`one question with a tool, first quartile: ours ${our.toFixed(3)} ms, ai ${their.toFixed(3)} ms`)
console.log(`ratio ${(our / their).toFixed(2)}`)
