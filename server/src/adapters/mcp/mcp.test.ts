import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
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
  const tool = tools.find((candidate) => candidate.name === name)
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
      const existing = sessions.get(String(request.headers['mcp-session-id']))
      if (existing) return existing.handleRequest(request, response)
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

/** Writes until the client has enough; resolves with the number of bytes. */
async function writeWithoutEnd(response: ServerResponse, contentType: string, opening: string) {
  response.writeHead(200, { 'content-type': contentType })
  response.write(opening)
  const megabyte = Buffer.alloc(1e6, 'x')
  let bytes = 0
  while (!response.destroyed && bytes < 400e6) {
    bytes += megabyte.length
    if (!response.write(megabyte)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  return bytes
}

describe('a hostile server over HTTP', () => {
  /** A server whose tools are answered by the given JSON-RPC result, streamed as it likes. */
  async function hostile(respond: (response: ServerResponse, id: unknown) => void) {
    const server = createServer((request, response) => {
      void (async () => {
        if (request.method !== 'POST') return response.writeHead(405).end()
        const { id, method } = JSON.parse(await text(request)) as { id?: unknown; method: string }
        if (id === undefined) return response.writeHead(202).end()
        if (method === 'tools/call') return respond(response, id)
        const protocolVersion = '2025-06-18'
        const about = {
          protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        }
        const result = method === 'initialize' ? about : { tools: [TOOL] }
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    return named((await connect({ fake: { url: address } })).tools, 'fake__look')
  }
  /** Its schema takes hours to check against the word below. */
  const TOOL = {
    name: 'look',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } },
  }

  it.each([
    ['application/json', '{"jsonrpc":"2.0","result":"'],
    ['text/event-stream', 'event: message\ndata: {"jsonrpc":"2.0","result":"'],
  ])('does not make the server read a result without end, as %s', async (contentType, opening) => {
    let written = Promise.resolve(0)
    const look = await hostile((response) => {
      written = writeWithoutEnd(response, contentType, opening)
    })
    const stop = new AbortController()
    const run = look.run({}, { ...context, signal: stop.signal })
    run.catch(() => undefined)
    expect(await written).toBeLessThan(100e6)
    stop.abort()
    await expect(run).rejects.toThrow(/abort/i)
  })

  it('receives many events whose sum is larger than the limit of one', async () => {
    const look = await hostile((response, id) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const progress = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 'x' },
      }
      const padded = `: ${'x'.repeat(4e6)}\ndata: ${JSON.stringify(progress)}\n\n`
      for (let count = 0; count < 12; count += 1) response.write(padded)
      const result = { content: [{ type: 'text', text: 'At last' }], structuredContent: {} }
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    })
    expect(await look.run({}, context)).toBe('At last')
  })

  it('does not hold the event loop by a pattern in the schema of its results', async () => {
    const look = await hostile((response, id) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const result = { content: [], structuredContent: { word: `${'a'.repeat(60)}!` } }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    expect(await look.run({}, context)).toContain('aaaa')
  })
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
