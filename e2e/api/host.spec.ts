import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { startVee, type Vee } from '../vee.ts'
import { expect, test } from './api.ts'

const KEY = 'sk-host-0123456789'
const MAIN = join(import.meta.dirname, '../../server/dist/main.js')

/** Returns the output of the built server when it exits by itself. */
async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'vee-refused-'))
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: { PATH: '', PORT: '0', GLOBAL_PASSPHRASE: 'p', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')])
  await rm(cwd, { recursive: true })
  expect(code).toBe(1)
  return said
}

for (const [settings, says] of [
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be .+, not "loud" \(for example LOG_LEVEL=debug\)\.$/],
  [{ DATA_DIR: '/proc/vee' }, /^DATA_DIR \(\/proc\/vee\) .+; put that right or choose another folder\.$/],
] as const) {
  test(`${JSON.stringify(settings)} prevents the start with one sentence`, async () => {
    const [line = '', ...more] = (await refusal(settings)).split('\n')
    expect(line).toMatch(/^Vee did not start\. /)
    expect(line.replace('Vee did not start. ', '')).toMatch(says)
    expect(more).toEqual([''])
  })
}

test('a used port prevents the start, and a free one is suggested', async ({ api }) => {
  const { port } = new URL(api.url)
  expect(await refusal({ PORT: port })).toMatch(
    new RegExp(
      `^Vee did not start\\. Port ${port} on 127\\.0\\.0\\.1 is taken; the next free one is PORT=\\d+\\.\n$`,
    ),
  )
})

test.describe('a host', () => {
  let upstream: Upstream
  let vee: Vee
  test.beforeEach(async () => {
    upstream = await startUpstream()
    vee = await startVee({
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      STT_MODEL: '',
      LOG_LEVEL: 'trace',
    })
  })
  test.afterEach(async () => {
    await vee.close()
    await upstream.close()
  })
  const ask = (content: string, replyId: string) =>
    fetch(`${vee.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-id': 'host' },
      body: JSON.stringify({ messages: [{ role: 'user', content }], replyId, stream: true }),
    })

  test('stopping it during a reply lets that finish; a stalled one is stored for the next start', async () => {
    upstream.script(
      { text: 'This one gets to its end.', piecesPerSecond: 10 },
      { text: 'This one never does.', ending: 'hang' },
    )
    const finishing = await ask('Go on', 'finishing')
    const hanging = await ask('Hang', 'hanging')
    await upstream.arrival(2)
    const told = [finishing.text(), hanging.text()]
    const stoppedAt = performance.now()
    expect(await vee.stop()).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
    const [whole, cut] = await Promise.all(told)
    expect(whole).toContain('"finishReason":"stop"')
    expect(cut).toContain('"finishReason":"interrupted"')
    await vee.start()
    for (const [id, before] of [
      ['finishing', whole],
      ['hanging', cut],
    ] as const) {
      const again = await fetch(`${vee.url}/api/chat/replies/${id}/stream`, {
        headers: { 'x-session-id': 'host' },
      })
      expect(await again.text()).toBe(before)
    }
  })

  test('contains no user content and no secret in the log', async () => {
    upstream.script({ text: 'mandarin' }, 'unauthorized', 'garbage-mid-stream')
    for (const id of ['a', 'b', 'c']) await (await ask('tangerine', id)).text()
    const post = (path: string, type: string, body: string) =>
      fetch(`${vee.url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: 'Bearer clementine', 'x-own-key-openai': 'satsuma' },
        body,
      })
    await post('auth/global', 'application/json', JSON.stringify({ password: 'kumquat' }))
    await post('chat', 'application/json', '{"messages": "pomelo')
    await post('tts', 'application/json', JSON.stringify({ text: 'bergamot' }))
    await post(
      'stt',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="yuzu"\r\n\r\n',
    )
    await fetch(`${vee.url}/api/prompts/citron?q=limequat`)
    await expect.poll(() => vee.output()).toContain('/api/prompts/:id')
    expect(vee.output()).not.toMatch(
      /tangerine|mandarin|clementine|satsuma|kumquat|pomelo|bergamot|yuzu|citron|limequat/,
    )
    expect(vee.output()).not.toContain(KEY)
    expect(vee.output()).not.toContain(vee.passphrase)
  })
})
