import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { jsonSchemaValidator, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { z } from 'zod'
import { MAX_IMAGE_BYTES, PICTURES_PER_TOOL_RUN } from '@vee/contract/entities/attachment-limits'
import { imageFacts } from '#domain/attachments/index.ts'
import { type Tool, ToolFailure, type ToolOutput } from '#domain/tools/index.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { inBackground } from '#lib/background.ts'

/** Delay before the next attempt to connect to a failed server, in ms. */
const RETRY_AFTER_MS = 30_000
/** Time limit for initializing a server and listing its tools, in ms. */
const LIST_TIMEOUT_MS = 15_000
/** Maximum number of tools of one server that are offered to models. */
const MAX_TOOLS = 40
const MAX_DESCRIPTION_LENGTH = 1_000

const contentPart = z.object({
  type: z.string(),
  text: z.string().optional(),
  /** for `image`, in base64 */
  data: z.string().optional(),
  /** for `resource` */
  resource: z
    .object({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    })
    .optional(),
  /** for `resource_link` */
  uri: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
})

const callResult = z.object({
  isError: z.boolean().optional(),
  content: z.array(contentPart).default([]),
  structuredContent: z.unknown().optional(),
})

/**
 * The tools of the host's MCP servers. A failed server is reconnected; its tools are not available in the
 * meantime.
 */
export interface McpTools {
  tools(): readonly Tool[]
  /** Resolves after one attempt to connect to every server. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

export interface McpOptions {
  readonly version: string
  /** called with the server that could not be reached; the arguments contain no secret */
  readonly report: (failure: unknown, server: string) => void
}

/**
 * Results are text for the model, so their schema is not checked: a pattern in it could hold the event loop for hours, and
 * the SDK would compile each of them.
 */
const acceptsEverything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => {
      const data = input as T
      return { valid: true, data, errorMessage: undefined }
    }
  },
}

export function connectMcpServers(configs: readonly McpServerConfig[], options: McpOptions): McpTools {
  const servers = configs.map((config) => new McpServer(config, options))
  return {
    tools: () => servers.flatMap((server) => server.tools),
    ready: Promise.all(servers.map((server) => server.connect())).then(() => undefined),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

class McpServer {
  tools: readonly Tool[] = []
  readonly #config: McpServerConfig
  readonly #options: McpOptions
  #client: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false
  #connecting: Promise<void> | undefined

  constructor(config: McpServerConfig, options: McpOptions) {
    this.#config = config
    this.#options = options
  }

  /** Never rejects: a server that cannot be reached is retried later. */
  async connect(): Promise<void> {
    const client = new Client(
      { name: 'vee', version: this.#options.version },
      { jsonSchemaValidator: acceptsEverything },
    )
    // The client is not an EventTarget.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    client.onclose = () => this.#dropClient(client)
    this.#client = client
    try {
      await client.connect(transportOf(this.#config), { timeout: LIST_TIMEOUT_MS })
      const { tools } = await client.listTools({}, { timeout: LIST_TIMEOUT_MS })
      this.tools = tools.slice(0, MAX_TOOLS).flatMap((tool) => this.#toolOf(tool) ?? [])
    } catch (error) {
      this.#options.report(error, this.#config.name)
      await client.close().catch(() => undefined)
      this.#dropClient(client)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#client?.close().catch(() => undefined)
  }

  #dropClient(client: Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = undefined
    this.tools = []
    this.#retry = setTimeout(() => inBackground('tools connected', this.connect()), RETRY_AFTER_MS).unref()
  }

  #toolOf(tool: {
    readonly name: string
    readonly description?: string | undefined
    readonly inputSchema: object
  }): Tool | undefined {
    const { name: server, consent, access } = this.#config
    const name = `${server}__${tool.name}`
    if (!/^[\w-]{1,64}$/.test(name)) return undefined
    const call = (input: Record<string, unknown>, signal: AbortSignal) =>
      this.#callTool(tool.name, input, signal)
    return {
      name,
      server,
      description: (tool.description ?? tool.name).slice(0, MAX_DESCRIPTION_LENGTH),
      parameters: { ...tool.inputSchema },
      needsConsent: consent === 'ask',
      bringsOutsideText: true,
      mayBeUsedBy: ({ kind }) => access === 'everyone' || kind !== 'visitor',
      async run(input, { signal }) {
        if (typeof input !== 'object' || input === null || Array.isArray(input)) {
          throw new ToolFailure('The arguments must be an object.')
        }
        return outputOf(await call({ ...input }, signal))
      },
    }
  }

  /** Calls a tool. If a restarted server rejects the session, reconnects and retries once. */
  async #callTool(
    tool: string,
    input: Record<string, unknown>,
    signal: AbortSignal,
    mayReconnect = true,
  ): Promise<unknown> {
    await this.#connecting
    const client = this.#client
    if (!client) throw new ToolFailure('The server of this tool cannot be reached now.')
    try {
      return await client.callTool({ name: tool, arguments: input }, undefined, { signal })
    } catch (error) {
      const loss = lossOf(error)
      if (loss === undefined || signal.aborted) throw error
      await this.#reconnectClient(client)
      if (loss === 'session' && mayReconnect) return await this.#callTool(tool, input, signal, false)
      throw new ToolFailure('The server of this tool cannot be reached now.')
    }
  }

  /** Reconnects once for all calls that found the same connection lost. */
  async #reconnectClient(lostClient: Client): Promise<void> {
    if (this.#client === lostClient && !this.#isClosed) {
      this.#client = undefined
      // Closed afterwards, so that other pending calls on it can fail by themselves.
      this.#connecting = this.connect().then(() => lostClient.close().catch(() => undefined))
    }
    await this.#connecting
  }
}

/** HTTP raises no event when a server restarts; the next request fails. `unreachable`: it may have been executed. */
function lossOf(error: unknown): 'session' | 'unreachable' | undefined {
  if (error instanceof StreamableHTTPError)
    return error.code === 400 || error.code === 404 ? 'session' : undefined
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unreachable' : undefined
}

/** Returns the base64 of a picture in the result itself; an address of one is never fetched. */
function pictureIn({ type, data, resource }: z.output<typeof contentPart>): string | undefined {
  if (type === 'image') return data
  return resource?.mimeType?.startsWith('image/') === true ? resource.blob : undefined
}

/** Longest base64 of a picture that is shown. */
const MAX_PICTURE_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4

/** Replaces pictures that can be shown by a note, and returns their bytes. */
function withoutPictures(content: readonly z.output<typeof contentPart>[]): {
  readonly texts: readonly string[]
  readonly pictures: readonly Buffer[]
} {
  const pictures: Buffer[] = []
  const texts = content.map((block) => {
    const data = pictureIn(block)
    if (data === undefined || data.length > MAX_PICTURE_LENGTH || pictures.length === PICTURES_PER_TOOL_RUN)
      return partText(block)
    const bytes = Buffer.from(data, 'base64')
    if (!imageFacts(bytes)) return partText(block)
    pictures.push(bytes)
    return '(A picture, which is shown to the person. You cannot see it.)'
  })
  return { texts, pictures }
}

function partText({ type, text, resource, uri, name, description }: z.output<typeof contentPart>): string {
  if (text !== undefined) return text
  if (resource?.text !== undefined) return `Resource ${resource.uri}:\n${resource.text}`
  if (resource)
    return `(Resource ${resource.uri}, ${resource.mimeType ?? 'binary'}, which cannot be shown here)`
  if (uri !== undefined) return `Link: ${[name, uri, description].filter(Boolean).join(' – ')}`
  return `(${type}, which cannot be shown here)`
}

/** Returns a result as text for the model, and its pictures. Audio is mentioned, not included. */
function outputOf(toolResult: unknown): string | ToolOutput {
  const result = callResult.parse(toolResult)
  const { texts, pictures } = withoutPictures(result.content)
  const text = texts.join('\n').trim()
  if (result.isError) throw new ToolFailure(text || 'The tool reported an error.')
  const structured =
    result.structuredContent === undefined ? '(no result)' : JSON.stringify(result.structuredContent)
  return pictures.length === 0 ? text || structured : { text: text || structured, pictures }
}

function transportOf(config: McpServerConfig): Transport {
  if ('command' in config) {
    const { command, args, env, cwd } = config
    return new StdioClientTransport({
      command,
      args,
      env,
      ...(cwd !== undefined && { cwd }),
      stderr: 'ignore',
    })
  }
  const { url, headers } = config
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: boundedFetch() })
}
