// A web server that runs a Sense program for each request.
//     node examples/web-server/server.mjs [PORT]
//     curl --data "How many lamps?" http://127.0.0.1:8080/ask

import { createServer } from 'node:http'
import { join } from 'node:path'
import { defineTool, problemText, runFile } from 'sense-lang'

const program = join(import.meta.dirname, 'answer.sns')
const bodyMax = 10_000

const stock = defineTool({
  name: 'stock',
  description: 'How many pieces of an article are in the warehouse.',
  capability: 'warehouse.read',
  parameters: { article: 'String' },
  returns: 'Int',
  run: ({ article }) => (article === 'lamp' ? 3 : 0),
})

async function answer(request, response) {
  if (request.method !== 'POST' || request.url !== '/ask') return response.writeHead(404).end('POST /ask\n')
  let question = ''
  for await (const piece of request.setEncoding('utf8')) {
    question += piece
    if (question.length > bodyMax) return response.writeHead(413).end('the question is too long\n')
  }
  // A visitor who leaves stops the run; nobody keeps it busy for more than ten seconds.
  const stop = new AbortController()
  response.on('close', () => stop.abort())
  const result = await runFile(program, {
    provide: [stock],
    values: { question },
    policy: { allowOnly: ['warehouse.read'] },
    environment: {},
    signal: stop.signal,
    timeoutMs: 10_000,
  })
  // What went wrong is for our log, not for the visitor.
  for (const problem of result.problems) console.error(problemText(problem))
  for (const line of result.auditLines) console.log(line)
  response.writeHead(result.ok ? 200 : 500).end(result.ok ? result.output : 'something went wrong\n')
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/ask`)
})
