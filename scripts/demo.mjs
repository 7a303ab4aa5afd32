/** `npm run demo`: runs `examples/demo.sns` and says a few words around it. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../bin/local-node.js'

const before = `This runs examples/demo.sns: a model answers questions about the files in examples/files,
which it reads through a real MCP server. The program prints:
`
const after = `That was all: the server has ended, and nothing was deleted.
Next: read examples/demo.sns, then write a program of your own with README.md.`

function demo() {
  console.log(before)
  const launcher = join(packageRoot, 'bin', 'sense.js')
  const args = ['--stack-size=3900', launcher, 'run', join('examples', 'demo.sns')]
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: 'inherit' })
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

demo()
