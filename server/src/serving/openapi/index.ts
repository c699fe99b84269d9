import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { openApiDocument } from './document.ts'

const READABLE = { exposeHeadRoute: true }

/**
 * Publishes the contract: `openapi.json` for programs, `docs` for readers. Both are generated on the first
 * request and cached.
 */
export function publishContract(api: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  let json: string | undefined
  let page: string | undefined
  api.get('/openapi.json', READABLE, async (_request, reply) => {
    json ??= JSON.stringify(openApiDocument(endpoints, version))
    return reply.type('application/json; charset=utf-8').send(json)
  })
  api.get('/docs', READABLE, async (_request, reply) => {
    page ??= docsPage(openApiDocument(endpoints, version), 'docs/style.css')
    return reply.type('text/html; charset=utf-8').send(page)
  })
  api.get('/docs/style.css', READABLE, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCS_STYLE),
  )
}
