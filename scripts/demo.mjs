/**
 * `npm run demo`: runs `examples/demo.sns` and says a few words around it.
 *
 * In the program a script plays the part of the model. If the environment has a real one, that takes its place: the
 * statement that makes the model is replaced, and the lines keep their numbers.
 */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { packageRoot } from '../bin/local-node.js'

const program = join('examples', 'demo.sns')

const after = `That was all, and the server has ended.
Next: read examples/demo.sns, change a rule of its policy and run it again, then write a program of your own with README.md.`

/** How long Ollama may take to say which models it has. */
const ollamaMs = 3_000

const isSet = (name) => (process.env[name] ?? '').trim() !== ''

/** The expression of a real model, or undefined, and why it is this one. */
async function chooseModel() {
  if (isSet('ANTHROPIC_API_KEY')) return real('inference("anthropic")', 'ANTHROPIC_API_KEY is set')
  if (isSet('OPENAI_API_KEY')) return real('inference("openai")', 'OPENAI_API_KEY is set')
  if (isSet('OLLAMA_HOST')) return await ollamaModel()
  const names = 'ANTHROPIC_API_KEY, OPENAI_API_KEY or OLLAMA_HOST'
  return { expression: undefined, reason: `a script, because none of ${names} is set` }
}

function real(expression, reason) {
  return { expression, reason: `\`${expression}\`, because ${reason}` }
}

async function ollamaModel() {
  const host = process.env.OLLAMA_HOST.trim()
  const name = isSet('OLLAMA_MODEL') ? process.env.OLLAMA_MODEL.trim() : await firstOllamaModel(host)
  if (name !== undefined) return real(`inference("ollama", ${JSON.stringify(name)})`, 'OLLAMA_HOST is set')
  return { expression: undefined, reason: `a script, because no model was found at OLLAMA_HOST (${host})` }
}

async function firstOllamaModel(host) {
  // What Ollama listens on is no address to ask at.
  const named = host.replace('0.0.0.0', '127.0.0.1').replace(/^:/, '127.0.0.1:')
  const address = /^https?:\/\//i.test(named) ? named : `http://${/:\d+$/.test(named) ? named : `${named}:11434`}`
  try {
    const response = await fetch(new URL('/api/tags', address), { signal: AbortSignal.timeout(ollamaMs) })
    const name = (await response.json()).models?.[0]?.name
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

/** The program with `expression` in place of the one that makes the model. */
function programWith(expression) {
  const text = readFileSync(join(packageRoot, program), 'utf8')
  return text.replace(/^model clerk = [^]*?(?=^set delegation)/m, (statement) => {
    const lineCount = statement.split('\n').length - 1
    return `model clerk = ${expression}${'\n'.repeat(lineCount)}`
  })
}

/** What is read from stdin has no name of its own, but its lines are those of the file. */
function showReports(stderr) {
  const lines = createInterface({ input: stderr })
  lines.on('line', (line) => process.stderr.write(`${line.replaceAll('<stdin>', program)}\n`))
}

async function demo() {
  const { expression, reason } = await chooseModel()
  console.log(`This runs examples/demo.sns: a model answers questions about the files in examples/files,
which it reads through a real MCP server.
The model: ${reason}.
The program prints:
`)
  const launcher = join(packageRoot, 'bin', 'sense.js')
  const args = ['--stack-size=3900', launcher, 'run', expression === undefined ? program : '-']
  const reports = expression === undefined ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['pipe', 'inherit', reports] })
  if (child.stderr !== null) showReports(child.stderr)
  // It may have ended before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(expression === undefined ? '' : programWith(expression))
  // Ctrl-C reaches the program too, and what it does then decides how we end.
  process.on('SIGINT', () => {})
  child.on('error', (error) => {
    console.error(`demo: ${error.message}`)
    process.exitCode = 1
  })
  child.on('close', (status, signal) => {
    if (signal !== null) process.kill(process.pid, signal)
    if (status === 0) console.log(`\n${after}`)
    process.exitCode = status ?? 1
  })
}

await demo()
