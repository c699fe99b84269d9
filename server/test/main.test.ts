import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { BARE_ENVIRONMENT } from './fixtures/bare-environment.ts'
import { TEST_REDIS } from '#adapters/redis/fixtures/test-redis.ts'

/** Starting a process takes longer while other tests are running. */
const PROCESS_TIMEOUT_MS = 20_000
vi.setConfig({ testTimeout: 2 * PROCESS_TIMEOUT_MS })

interface Started {
  readonly child: ChildProcess
  /** returns the output so far */
  readonly output: () => string
  /** resolves with the exit code */
  readonly ended: Promise<number | null>
}

let directory: string
let children: ChildProcess[]
let upstream: Upstream | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-main-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await upstream?.close()
  upstream = undefined
  rmSync(directory, { recursive: true })
})

function start(settings: Record<string, string> = {}, ...args: string[]): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...args], {
    cwd: directory,
    env: { ...BARE_ENVIRONMENT, PORT: '0', LOCAL_PROVIDERS: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

async function ready(started: Started): Promise<string> {
  const address = /Vee is ready at (\S+)/
  await expect.poll(started.output, { timeout: PROCESS_TIMEOUT_MS }).toMatch(address)
  return address.exec(started.output())?.[1] ?? ''
}

const passphraseIn = (output: string) => /shown only this once: (\S+)/.exec(output)?.[1]
const rightsOf = (...path: string[]) => statSync(join(directory, ...path)).mode & 0o777

/** Requests a reply and resolves when it has started. */
const chat = (url: string) =>
  fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Good morning' }] }),
  })

/** Returns the output of a start that fails. */
const refusal = async (settings: Record<string, string>) => {
  // A missing build of the web app causes only a warning, which is irrelevant here.
  const server = start({ LOG_LEVEL: 'error', ...settings })
  expect(await server.ended).toBe(1)
  return server.output()
}

describe('a first start', () => {
  it('creates its data with access for its owner only, and prints the passphrase', async () => {
    const server = start()
    const url = await ready(server)
    const passphrase = passphraseIn(server.output())
    expect(passphrase).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect([rightsOf('data'), rightsOf('data', 'secrets.json'), rightsOf('data', 'vee.db')]).toEqual([
      0o700, 0o600, 0o600,
    ])
    const response = await fetch(`${url}/api/auth/global`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: passphrase }),
    })
    expect(response.status).toBe(200)
  })

  it('shows the passphrase once, and never one that the host chose', async () => {
    const first = start()
    await ready(first)
    first.child.kill()
    await first.ended
    const second = start()
    await ready(second)
    expect(passphraseIn(second.output())).toBeUndefined()
    const chosen = start({ DATA_DIR: join(directory, 'other'), GLOBAL_PASSPHRASE: 'known-to-the-host' })
    await ready(chosen)
    expect(chosen.output()).not.toContain('known-to-the-host')
  })

  it('may be the start of two servers on one folder, which then share one passphrase', async () => {
    const both = [start(), start()]
    const urls = await Promise.all(both.map(ready))
    const passphrases = both.flatMap((server) => passphraseIn(server.output()) ?? [])
    expect(passphrases).toHaveLength(1)
    for (const url of urls) {
      const response = await fetch(`${url}/api/auth/global`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: passphrases[0] }),
      })
      expect(response.status).toBe(200)
    }
  })

  it('continues without Redis and logs that without the password', async () => {
    const server = start({ REDIS_URL: 'redis://:hush@127.0.0.1:1' })
    const url = await ready(server)
    const readiness = await (await fetch(`${url}/api/ready`)).json()
    expect(readiness).toEqual({ status: 'ready', checks: { database: 'ok', cache: 'failed', storage: 'ok' } })
    expect(server.output()).toContain('Redis does not answer')
    expect(server.output()).not.toContain('hush')
  })

  it('reads .env, under the environment', async () => {
    writeFileSync(join(directory, '.env'), 'DATA_DIR=from-file\nPORT=eighty\n')
    const server = start()
    await ready(server)
    expect(rightsOf('from-file')).toBe(0o700)
  })
})

describe('a start that cannot be', () => {
  it('reports which setting is wrong', async () => {
    expect(await refusal({ PORT: 'eighty' })).toBe(
      'Vee did not start. PORT must be a whole number from 0 to 65535, not "eighty" (for example PORT=8080).\n',
    )
  })

  it('reports that the port is in use and which one is free', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const sentence = await refusal({ PORT: String(port), GLOBAL_PASSPHRASE: 'p' })
    holder.close()
    expect(sentence).toMatch(
      new RegExp(
        `^Vee did not start\\. Port ${port} on 127\\.0\\.0\\.1 is taken; the next free one is PORT=\\d+\\.\n$`,
      ),
    )
  })

  it('stops while it connects to Redis, too', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const servers = [TEST_REDIS.href, 'redis://127.0.0.1:1'].map((url) =>
      refusal({ PORT: String(port), GLOBAL_PASSPHRASE: 'p', REDIS_URL: url }),
    )
    for (const sentence of await Promise.all(servers)) expect(sentence).toContain(`Port ${port}`)
    holder.close()
    expect(
      await refusal({ MCP_CONFIG: '{', GLOBAL_PASSPHRASE: 'p', REDIS_URL: 'redis://127.0.0.1:1' }),
    ).toContain('Vee did not start.')
  })

  it('reports that the address does not belong to this machine', async () => {
    expect(await refusal({ HOST: '203.0.113.1', GLOBAL_PASSPHRASE: 'p' })).toBe(
      'Vee did not start. HOST 203.0.113.1 is no address of this machine (for example HOST=127.0.0.1).\n',
    )
  })

  it('reports an error of the data directory', async () => {
    writeFileSync(join(directory, 'file'), '')
    expect(await refusal({ DATA_DIR: 'file' })).toMatch(
      /^Vee did not start\. DATA_DIR \(.+\) is not a folder; .+\n$/,
    )
  })

  it('reports an error of DATABASE_URL, without its password', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as { port: number }
    nobody.close()
    expect(await refusal({ DATABASE_URL: `postgres://vee:hush@127.0.0.1:${port}/vee` })).toMatch(
      /^(Passphrase .+\nIt is stored in .+\n)?Vee did not start\. DATABASE_URL names a Postgres that does not listen there; .+\n$/,
    )
    const sentence = await refusal({ DATABASE_URL: 'mysql://vee:hush@db/vee' })
    expect(sentence).toMatch(/^Vee did not start\. DATABASE_URL must be a postgres:\/\/ address .+\n$/)
    expect(sentence).not.toContain('hush')
  })

  it('reports that the database is missing or empty beside the data of a used server', async () => {
    const data = join(directory, 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'seal.key'), '')
    expect(await refusal({ GLOBAL_PASSPHRASE: 'p' })).toMatch(
      /^Vee did not start\. .+vee\.db is missing, but seal\.key beside it .+\n$/,
    )
    writeFileSync(join(data, 'vee.db'), '')
    expect(await refusal({ GLOBAL_PASSPHRASE: 'p' })).toMatch(/vee\.db is empty, but seal\.key .+\n$/)
    rmSync(join(data, 'seal.key'))
    mkdirSync(join(data, 'attachments'))
    writeFileSync(join(data, 'attachments', 'a'), 'sealed')
    expect(await refusal({ GLOBAL_PASSPHRASE: 'p' })).toMatch(/vee\.db is empty, but attachments .+\n$/)
    expect(statSync(join(data, 'vee.db')).size).toBe(0)
  })

  it('reports that the secrets are damaged, without printing them', async () => {
    const first = start()
    await ready(first)
    first.child.kill()
    await first.ended
    const file = join(directory, 'data', 'secrets.json')
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3))
    const sentence = await refusal({})
    expect(sentence).toMatch(/secrets\.json is damaged; .+\n$/)
    expect(sentence).not.toContain(passphraseIn(first.output()))
  })
})

it('prints its settings on --help and does nothing else', async () => {
  const server = start({ PORT: 'wrong' }, '--help')
  expect(await server.ended).toBe(0)
  expect(server.output()).toMatch(/^DATA_DIR +\.\/data +\S/m)
  expect(existsSync(join(directory, 'data'))).toBe(false)
})

/** Starts a reply that takes about a second. */
async function talking() {
  upstream = await startUpstream()
  upstream.script({ text: 'word '.repeat(10), piecesPerSecond: 10 })
  const server = start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${upstream.url}/v1` })
  const url = await ready(server)
  const response = await chat(url)
  await upstream.arrival(1)
  return { server, url, answer: response }
}

it('survives a promise without a handler, and counts it', async () => {
  const fault = join(directory, 'fault.mjs')
  // Loaded before the server, in its process.
  writeFileSync(fault, "process.on('SIGUSR2', () => void Promise.reject(new Error('stray')))")
  const METRICS_TOKEN = 'a-long-random-word'
  const server = start({ METRICS_TOKEN, NODE_OPTIONS: `--import=${fault}` })
  const url = await ready(server)
  const metrics = async () =>
    (await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  const figure = 'vee_background_failures_total{task="unhandled rejection"}'
  expect(await metrics()).not.toContain(figure)
  server.child.kill('SIGUSR2')
  await expect.poll(metrics).toContain(`${figure} 1`)
  server.child.kill('SIGUSR2')
  await expect.poll(metrics).toContain(`${figure} 2`)
  expect(server.child.exitCode).toBeNull()
  expect(server.output()).toContain('unhandled rejection')
})

describe('a stop', () => {
  it('exits with 0 when no request is running', async () => {
    const server = start()
    await ready(server)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('finishes a running reply, and rejects new ones meanwhile', async () => {
    const { server, url, answer: response } = await talking()
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status, { interval: 10 }).toBe(503)
    const refused = await chat(url)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: 'REPLY_INTERRUPTED' })
    expect(await response.text()).toContain('final_response_metadata')
    expect(await server.ended).toBe(0)
  })

  it('counts a Ctrl-C that arrives twice at once as one', async () => {
    const { server, answer: response } = await talking()
    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    expect(await response.text()).toContain('final_response_metadata')
    expect(await server.ended).toBe(0)
  })

  it('is immediate on a second signal', async () => {
    const { server, answer: response } = await talking()
    server.child.kill('SIGTERM')
    await expect
      .poll(
        () => {
          server.child.kill('SIGTERM')
          return server.child.exitCode
        },
        { timeout: PROCESS_TIMEOUT_MS },
      )
      .toBe(1)
    await expect(response.text()).rejects.toThrow('terminated')
  })
})
