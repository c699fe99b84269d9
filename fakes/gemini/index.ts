import type { ServerResponse } from 'node:http'
import { sendJson } from '../upstream/answer.ts'
import type { Behaviour } from '../upstream/behaviour.ts'
import { geminiEmbeddings } from '../upstream/embeddings.ts'
import { deliver, waited } from '../upstream/deliver.ts'
import { startFakeVendor, type FakeVendor } from '../upstream/fake-vendor.ts'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { searchFor } from '../upstream/vendor-search.ts'
import { composeReply } from '../upstream/reply.ts'
import { checkRequest, wantsThoughts } from './check-request.ts'
import { sendGeminiError } from './errors.ts'
import { contentEvents, contentResponse } from './generate-content.ts'
import { modelPage, resourceNamed } from './models.ts'

export interface GeminiServerOptions {
  /** names of models without `models/`, as they are listed */
  readonly models?: readonly string[]
  /** requests with another key are rejected; default: any key */
  readonly apiKey?: string
}

/**
 * A fake of Google's Gemini API: `models/*:generateContent`, `models/*:streamGenerateContent` and the list of
 * models. It rejects what the API rejects: unknown fields, a wrong order of turns, results without their calls, and
 * function calls without a signature. Speaks the protocol of https://ai.google.dev/api/generate-content
 */
export function startGemini({ models, apiKey }: GeminiServerOptions = {}): Promise<FakeVendor> {
  return startFakeVendor({ models: models ?? ['gemini-3.8-flash'] }, (request, response, scripted, offered) =>
    answerRequest(request, response, scripted, offered, apiKey),
  )
}

async function answerRequest(
  request: RecordedRequest,
  response: ServerResponse,
  behaviour: Behaviour,
  models: readonly string[],
  apiKey: string | undefined,
): Promise<void> {
  if (!(await waited(response, behaviour.headersAfterMs ?? 0))) return
  if (behaviour.refusal) return sendGeminiError(response, behaviour.refusal)
  const key = request.headers['x-goog-api-key'] ?? request.query.get('key')
  if (apiKey !== undefined && key !== apiKey) {
    return sendGeminiError(response, {
      status: 400,
      code: 'API_KEY_INVALID',
      message: 'API key not valid. Please pass a valid API key.',
    })
  }
  if (request.method === 'GET' && /^\/v1(?:beta)?\/models$/.test(request.path)) {
    return sendJson(response, behaviour, modelPage(models, request.query))
  }
  const { model, method } = resourceNamed(request.path)
  if (model === undefined || method === undefined || !models.includes(model)) {
    return sendGeminiError(response, { status: 404, message: `models/${model} is not found.` })
  }
  if (method === 'batchEmbedContents') {
    const answer = geminiEmbeddings(request.json)
    return answer
      ? sendJson(response, behaviour, answer)
      : sendGeminiError(response, { status: 400, message: 'Invalid JSON payload.' })
  }
  const problem = checkRequest(model, request.json)
  if (problem !== undefined) return sendGeminiError(response, { status: 400, message: problem })

  const composed = composeReply({ ...(request.json as object), model }, behaviour)
  const reply = wantsThoughts(request.json) ? composed : { ...composed, reasoning: [] }
  switch (method) {
    case 'streamGenerateContent':
      return request.query.get('alt') === 'sse'
        ? deliver(response, behaviour, contentEvents(reply, behaviour, searchFor(behaviour, request.json)))
        : sendJson(response, behaviour, [contentResponse(reply, behaviour)], reply.tokens.length)
    case 'generateContent':
      return sendJson(response, behaviour, contentResponse(reply, behaviour), reply.tokens.length)
    default:
      return sendGeminiError(response, { status: 404 })
  }
}
