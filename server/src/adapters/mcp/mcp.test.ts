import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#domain/accounts/index.ts'
import type { Tool } from '#domain/tools/index.ts'
import { createFakeMcpServer } from './fixtures/fake-server.ts'
import { readMcpConfig } from './mcp-config.ts'
import { connectMcp } from './index.ts'
import type { McpTools } from './mcp-tools.ts'

const STDIO = join(import.meta.dirname, 'fixtures/stdio.ts')
const visitor: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const context = {
  caller: visitor,
  locale: 'en' as const,
  signal: new AbortController().signal,
  now: Date.now,
}

let directory: string
let http: Server
let url: string
let connected: McpTools | undefined

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-mcp-'))
  http = createServer((request, response) => {
    void (async () => {
      if (request.headers['x-key'] !== 'secret') return response.writeHead(401).end()
      const transport = new StreamableHTTPServerTransport({})
      await createFakeMcpServer().connect(transport)
      return transport.handleRequest(request, response)
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    http.once('listening', resolve)
  })
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
  rmSync(directory, { recursive: true })
})
afterEach(() => connected?.close())

function configured(mcpServers: object) {
  const file = join(directory, 'mcp.json')
  writeFileSync(file, JSON.stringify({ mcpServers }))
  return readMcpConfig(file)
}

async function connect(mcpServers: object) {
  const failures: string[] = []
  const report = (_failure: unknown, server: string) => failures.push(server)
  connected = await connectMcp(configured(mcpServers), { version: '1', report })
  await connected.ready
  return { tools: connected.tools(), failures }
}

const named = (tools: readonly Tool[], name: string) => {
  const tool = tools.find((known) => known.name === name)
  if (!tool) throw new Error(`no ${name}`)
  return tool
}

describe.each([
  ['over stdio', () => ({ command: process.execPath, args: [STDIO] })],
  ['over HTTP', () => ({ url, headers: { 'x-key': 'secret' } })],
] as const)('an MCP server %s', (_, server) => {
  it('offers its tools, with consent, to signed-in users', async () => {
    const { tools, failures } = await connect({ fake: server() })
    expect(failures).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual([
      'fake__greet',
      'fake__break',
      'fake__attach',
      'fake__draw',
    ])
    const greet = named(tools, 'fake__greet')
    expect(greet).toMatchObject({
      server: 'fake',
      description: 'Greets somebody.',
      needsConsent: true,
      parameters: { type: 'object', required: ['name'] },
    })
    expect(greet.mayBeUsedBy(visitor)).toBe(false)
    expect(await greet.run({ name: 'Ann' }, context)).toBe('Hello, Ann')
    await expect(named(tools, 'fake__break').run({}, context)).rejects.toThrow('It is out of order.')
    expect(await named(tools, 'fake__attach').run({}, context)).toBe(
      [
        'Resource file:///a.txt:',
        'Words inside',
        '(Resource file:///b.bin, image/x, which cannot be shown here)',
        'Link: The third – https://example.org/c – about c',
        '(image, which cannot be shown here)',
      ].join('\n'),
    )
    const drawn = await named(tools, 'fake__draw').run({}, context)
    expect(drawn).toMatchObject({
      text: expect.stringMatching(/shown to the person[^]*image, which cannot be shown here/),
      pictures: [expect.any(Buffer)],
    })
    await expect(greet.run({ name: 5 }, context)).rejects.toMatchObject({ name: 'ToolFailure' })
  })

  it('is available to all callers without consent if the host configures it so', async () => {
    const { tools } = await connect({ fake: { ...server(), consent: 'never', access: 'everyone' } })
    const greet = named(tools, 'fake__greet')
    expect(greet.needsConsent).toBe(false)
    expect(greet.mayBeUsedBy(visitor)).toBe(true)
  })
})

it('a server that cannot be reached does not affect the others', async () => {
  const { tools, failures } = await connect({
    gone: { command: join(directory, 'nothing-here') },
    locked: { url, headers: {} },
    fake: { command: process.execPath, args: [STDIO] },
  })
  expect(failures.toSorted()).toEqual(['gone', 'locked'])
  expect(tools.map(({ name }) => name)).toEqual(['fake__greet', 'fake__break', 'fake__attach', 'fake__draw'])
})

it('a restarted HTTP server is reconnected by the next call', async () => {
  let sessions = new Map<string, StreamableHTTPServerTransport>()
  const server = createServer((request, response) => {
    void (async () => {
      const known = sessions.get(String(request.headers['mcp-session-id']))
      if (known) return known.handleRequest(request, response)
      if (request.headers['mcp-session-id'] !== undefined)
        return response.writeHead(404).end('{"error":"No valid session ID provided"}')
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
      })
      await createFakeMcpServer().connect(transport)
      return transport.handleRequest(request, response)
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const { tools } = await connect({ fake: { url: address } })
  const greet = named(tools, 'fake__greet')
  expect(await greet.run({ name: 'Ann' }, context)).toBe('Hello, Ann')
  sessions = new Map()
  const both = await Promise.all([greet.run({ name: 'Bob' }, context), greet.run({ name: 'Eve' }, context)])
  expect(both).toEqual(['Hello, Bob', 'Hello, Eve'])
  server.closeAllConnections()
  server.close()
  await expect(greet.run({ name: 'Ann' }, context)).rejects.toMatchObject({ name: 'ToolFailure' })
})

it.each([
  ['a server that is neither a command nor a URL', { fake: {} }],
  ['a URL that is not a web address', { fake: { url: 'ftp://example.org' } }],
  ['a name that models do not accept', { 'my server!': { command: 'x' } }],
  ['something unknown', { fake: { command: 'x', trust: true } }],
])('the configuration is rejected with %s', (_, mcpServers) => {
  expect(() => configured(mcpServers)).toThrow('MCP_CONFIG')
})

it('the configuration is rejected if the file is missing or not JSON', () => {
  expect(() => readMcpConfig(join(directory, 'missing.json'))).toThrow('cannot be read')
  const file = join(directory, 'broken.json')
  writeFileSync(file, '{')
  expect(() => readMcpConfig(file)).toThrow('not JSON')
})
