import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../../../src/adapters/node/secrets.ts'

describe('secrets', () => {
  it('are replaced in every form in which text has them', () => {
    const secrets = createSecrets()
    secrets.add('KEY', 'p/ss "w<rd" ü')
    secrets.add('OTHER', 'second-secret\n')
    const forms = [
      'p/ss "w<rd" ü',
      'p\\/ss \\"w<rd\\" ü',
      'p/ss \\"w\\u003crd\\" \\u00fc',
      'p%2Fss%20%22w%3Crd%22%20%C3%BC',
    ]
    for (const form of forms) expect(secrets.replacedIn(`a ${form} b`)).toBe('a [secret KEY] b')
    expect(secrets.replacedIn('second-secret, second-secret')).toBe('[secret OTHER], [secret OTHER]')
  })

  it('do not tear each other', () => {
    const secrets = createSecrets()
    secrets.add('SHORT', 'abcd-1234')
    secrets.add('LONG', 'abcd-1234-efgh')
    expect(secrets.replacedIn('abcd-1234-efgh abcd-1234')).toBe('[secret LONG] [secret SHORT]')
  })

  it('are more than words', () => {
    const secrets = createSecrets()
    for (const value of ['', 'true', 'ollama', '1234567', 'production', ' warning ']) secrets.add('SWITCH', value)
    expect(secrets.replacedIn('true ollama 1234567 production warning')).toBe('true ollama 1234567 production warning')
  })

  it('are known by a name that fits into any text', () => {
    const secrets = createSecrets()
    secrets.add('A"B\n', 'abcd-1234')
    expect(secrets.replacedIn('abcd-1234')).toBe('[secret A_B_]')
  })

  it('are those variables of the environment that hold keys', () => {
    const secrets = createSecrets({
      GITHUB_TOKEN: 'ghp_0123456789',
      DB_PASSWORD: 'correct-horse-7',
      SSH_AUTH_SOCK: '/tmp/ssh-abc/agent.1',
      GOOGLE_APPLICATION_CREDENTIALS: '/home/ada/key.json',
      LANG: 'en_US.UTF-8',
      OTHER: undefined,
    })
    expect(secrets.replacedIn('ghp_0123456789 correct-horse-7')).toBe('[secret GITHUB_TOKEN] [secret DB_PASSWORD]')
    const plain = '/tmp/ssh-abc/agent.1 /home/ada/key.json en_US.UTF-8'
    expect(secrets.replacedIn(plain)).toBe(plain)
  })
})
