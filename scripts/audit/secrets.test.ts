import { expect, test } from 'vitest'
import { secretsIn } from './secrets.ts'

// Concatenated here, so that the search does not find them in this file.
const letters = (length: number) => 'aB3dE5gH7j'.repeat(10).slice(0, length)
const key = (kind: string, body: string) => `-----BEGIN ${kind}${'PRIVATE-KEY'.replace('-', ' ')}-----${body}`

test.each([
  ['OpenAI', `sk-${letters(48)}`, 'OpenAI key'],
  ['OpenAI, of a project', `sk-proj-${letters(60)}`, 'OpenAI key'],
  ['OpenRouter', `sk-or-v1-${'0123abc0'.repeat(8)}`, 'OpenAI key'],
  ['Stripe', `sk_live_${letters(24)}`, 'Stripe key'],
  ['Stripe’s webhook', `whsec_${letters(32)}`, 'Stripe key'],
  ['AWS', `AKIA${letters(16).toUpperCase()}`, 'AWS key'],
  ['GitHub', `ghp_${letters(36)}`, 'GitHub token'],
  ['npm', `npm_${letters(36)}`, 'npm token'],
  ['Slack', `xoxb-${letters(24)}`, 'Slack token'],
  ['Google', `AIza${letters(35)}`, 'Google key'],
  ['Google’s sign-in', `GOCSPX-${letters(28)}`, 'Google key'],
  ['a curve', key('', `\n${letters(64)}\n`), 'private key'],
  ['a service account', key('', `\\n${letters(64)}\\n${letters(64)}`), 'private key'],
  ['SSH', key('OPENSSH ', `\n${letters(70)}\n`), 'private key'],
  ['a database', `postgres://vee:${letters(12)}@db.internal/vee`, 'password in an address'],
  ['Redis without a name', `redis://:${letters(12)}@cache:6379`, 'password in an address'],
])('finds the secret of %s', (_, secret, name) => {
  expect(secretsIn(`first line\nKEY=${secret}\n`)).toContain(`2: looks like a ${name}`)
})

test('finds each of several, also after an example', () => {
  const found = secretsIn(
    [
      'postgres://vee:password@db/vee',
      `postgres://vee:${letters(12)}@db/vee`,
      `sk-${letters(40)}`,
      `sk-test-example-${letters(30)}`,
    ].join('\n'),
  )
  expect(found).toEqual([
    '3: looks like a OpenAI key',
    '4: looks like a OpenAI key',
    '2: looks like a password in an address',
  ])
})

test('reports the position of a secret and never its content', () => {
  expect(secretsIn(`sk-${letters(40)}`).join('')).not.toContain(letters(6))
})

test('ignores text that only resembles one', () => {
  expect(
    secretsIn('postgres://vee@127.0.0.1/vee redis://127.0.0.1 sk-soak postgres://vee:${PASSWORD}@db/vee'),
  ).toEqual([])
})
