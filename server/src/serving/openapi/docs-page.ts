import {
  HEADERS_OF_EVERY_CALL,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type JsonSchema,
} from './document.ts'
import { schemaText } from './schema-text.ts'
import { z } from 'zod'
import { socketAnswer, socketHello, socketRequest } from '@vee/contract/socket/messages'
import { realtimeClientEvent } from '@vee/contract/openai-realtime/client-events'
import { REALTIME_SERVER_EVENTS } from '@vee/contract/openai-realtime/server-events'

interface SocketMessage {
  readonly name: string
  readonly schema: JsonSchema
}

const namedMessages = (schemas: readonly z.ZodObject[]): SocketMessage[] =>
  schemas.map((schema) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
    const type = schema.shape['type'] as z.ZodLiteral
    return { name: String(type.value), schema: json }
  })

/** Returns the messages of /api/live, which OpenAPI cannot describe. */
const socketMessages = (): {
  readonly up: readonly SocketMessage[]
  readonly down: readonly SocketMessage[]
} => ({
  up: namedMessages([socketHello, ...socketRequest.options]),
  down: namedMessages(socketAnswer.options),
})

/**
 * Returns the document as a page for readers: plain HTML without scripts, with a single stylesheet of this
 * server.
 */
export function docsPage(document: OpenApiDocument, stylesheet: string): string {
  const areas = document.tags.map(({ name }) => name)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vee – API ${escape(document.info.version)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(stylesheet)}">
</head>
<body>
<header>
<h1>Vee <small>API ${escape(document.info.version)}</small></h1>
<p>${escape(document.info.description)}</p>
<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1). All paths are below <code>/api</code>.
A token goes into <code>Authorization: Bearer …</code>. Every call takes these headers:</p>
${parameterList(HEADERS_OF_EVERY_CALL)}
<nav aria-label="Areas"><ul>${[...areas, 'live', 'realtime'].map((area) => `<li><a href="#${escape(area)}">${escape(area)}</a></li>`).join('')}</ul></nav>
</header>
<main>
${areas.map((area) => areaSection(document, area)).join('\n')}
${liveSection()}
${realtimeSection()}
</main>
</body>
</html>
`
}

function areaSection(document: OpenApiDocument, area: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(area))
      .map(([method, operation]) => operationArticle(method, path, operation)),
  )
  return `<section aria-labelledby="${escape(area)}"><h2 id="${escape(area)}">${escape(area)}</h2>
${operations.join('\n')}
</section>`
}

function operationArticle(method: string, path: string, operation: Operation): string {
  const needsToken = operation.security.every((scheme) => 'session' in scheme)
  return `<article aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>
<p>${escape(operation.summary)}.${needsToken ? ' <strong>Needs a token.</strong>' : ''}</p>
${inputDetails(operation)}
${answerDetails(operation)}
</article>`
}

function liveSection(): string {
  const { up, down } = socketMessages()
  const list = (messages: typeof up) =>
    messages.map(({ name, schema }) => typeBlock(name, schemaText(schema))).join('')
  return `<section aria-labelledby="live"><h2 id="live">live</h2>
<article aria-labelledby="live-socket">
<h3 id="live-socket"><span class="method get">WebSocket</span> <code>/live</code></h3>
<p>Spoken turns in one hop: 16 kHz PCM goes up while it is said; transcript, reply and voice (24 kHz PCM) come back. Text frames
are JSON. The first one is <code>hello</code>. What the messages mean is said in <code>docs/live-protocol.md</code>.</p>
<p>To the server</p>${list(up)}
<p>From the server</p>${list(down)}
</article></section>`
}

function realtimeSection(): string {
  const events = namedMessages(realtimeClientEvent.options)
  return `<section aria-labelledby="realtime"><h2 id="realtime">realtime</h2>
<article aria-labelledby="realtime-socket">
<h3 id="realtime-socket"><span class="method get">WebSocket</span> <code>/openai/v1/realtime?model=…</code></h3>
<p>OpenAI's Realtime protocol with the agents as models. Text frames are JSON; audio is base64 of 24 kHz PCM. Differences from
OpenAI's own server, and limits, are listed in <code>docs/realtime-api.md</code>.</p>
<p>To the server</p>${events.map(({ name, schema }) => typeBlock(name, schemaText(schema))).join('')}
<p>From the server, in OpenAI's format</p><ul>${REALTIME_SERVER_EVENTS.map((name) => `<li><code>${escape(name)}</code></li>`).join('')}</ul>
</article></section>`
}

function inputDetails(operation: Operation): string {
  const parameters = operation.parameters.filter((parameter) => !HEADERS_OF_EVERY_CALL.includes(parameter))
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    typeBlock(`Body, ${type}`, schemaText(schema)),
  )
  return parameterList(parameters) + bodies.join('')
}

function parameterList(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const entries = parameters.map(({ name, in: location, required, description, schema }) => {
    const says =
      description === undefined ? `<code>${escape(schemaText(schema))}</code>` : escape(description)
    return `<li><code>${escape(name)}</code> in the ${location}${required ? '' : ', optional'}: ${says}</li>`
  })
  return `<ul>${entries.join('')}</ul>`
}

function answerDetails(operation: Operation): string {
  const blocks: string[] = []
  const errors: string[] = []
  for (const [status, { content, 'x-error-codes': codes }] of Object.entries(operation.responses)) {
    if (codes) errors.push(...codes.map((code) => `<li>${status} <code>${escape(code)}</code></li>`))
    else if (!content) blocks.push(`<p>${status}, no content</p>`)
    else {
      const types = Object.entries(content)
      blocks.push(...types.map(([type, { schema }]) => typeBlock(`${status}, ${type}`, schemaText(schema))))
    }
  }
  return `${blocks.join('')}<p>Errors</p><ul class="errors">${errors.join('')}</ul>`
}

function typeBlock(title: string, text: string): string {
  if (text === 'any') return `<p>${escape(title)}</p>`
  return `<details><summary>${escape(title)}</summary><pre tabindex="0"><code>${escape(text)}</code></pre></details>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
