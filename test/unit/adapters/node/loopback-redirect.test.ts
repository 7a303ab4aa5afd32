import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenForRedirect } from '../../../../src/adapters/node/loopback-redirect.ts'

async function listening() {
  const redirect = await listenForRedirect(0)
  onTestFinished(() => redirect.close())
  const visit = redirect.visit('the-state', AbortSignal.timeout(10_000))
  visit.catch(() => undefined)
  return { redirect, visit }
}

/** The first line of the answer to a request for `target`, which a client of HTTP might not send as it is. */
function statusLineFor(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`))
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject).on('close', () => resolve(text.split('\r\n')[0] ?? ''))
  })
}

describe('the redirect to this machine', () => {
  it('takes the visit that knows the state, and no other', async () => {
    const { redirect, visit } = await listening()
    expect((await fetch(`${redirect.url}?code=evil&state=guessed`)).status).toBe(400)
    expect((await fetch(`${redirect.url}?code=a%3Fb&state=the-state`)).status).toBe(200)
    expect((await visit).get('code')).toBe('a?b')
    expect((await fetch(`${redirect.url}?code=again&state=the-state`)).status).toBe(400)
  })

  it.each(['//', '//[', '/callback/../x', 'http://[/', '*', '/%'])('outlives a visit to %s', async (target) => {
    const { redirect, visit } = await listening()
    expect(await statusLineFor(Number(new URL(redirect.url).port), target)).toContain('404')
    await fetch(`${redirect.url}?code=c&state=the-state`)
    expect((await visit).get('code')).toBe('c')
  })
})
