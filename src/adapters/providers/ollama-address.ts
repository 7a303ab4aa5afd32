/** Where Ollama listens, from its own variable OLLAMA_HOST, which may hold as little as a port. */

const portByDefault = '11434'

/** The address of its OpenAI format. `host` is the value of the variable, undefined or empty where it is not set. */
export function ollamaBaseUrl(host: string | undefined): string | undefined {
  const text = (host ?? '').trim().replace(/\/+$/, '')
  if (text === '') return `http://127.0.0.1:${portByDefault}/v1`
  const url = /^https?:\/\//i.test(text) ? text : `http://${withPort(text)}`
  if (!URL.canParse(url)) return undefined
  // What a server listens on is no address to ask at.
  const parsed = new URL(url)
  if (parsed.hostname === '0.0.0.0' || parsed.hostname === '[::]') parsed.hostname = '127.0.0.1'
  return `${parsed.toString().replace(/\/+$/, '')}/v1`
}

/** `host`, `host:port` or `:port`, with a path behind it or not. */
function withPort(text: string): string {
  const [, host = '', port, path = ''] = /^(\[[^\]]*\]|[^:/]*)(?::(\d+))?(.*)$/.exec(text) ?? []
  return `${host === '' ? '127.0.0.1' : host}:${port ?? portByDefault}${path}`
}
