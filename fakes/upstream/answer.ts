import type { ServerResponse } from 'node:http'
import { anthropicEvents, anthropicMessage } from './anthropic-messages.ts'
import { anthropicSearchEvents } from './anthropic-search.ts'
import type { Behaviour, UpstreamError } from './behaviour.ts'
import { chatCompletion, chatCompletionEvents } from './chat-completions.ts'
import { embeddingsAnswer } from './embeddings.ts'
import { deliver, waited } from './deliver.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { composeReply } from './reply.ts'
import { responseEvents } from './responses.ts'
import { kindOf, type CallKind } from './scripts.ts'
import { speechBody, wavSeconds } from './sound.ts'
import { searchFor } from './vendor-search.ts'

/** The default behaviour of each kind of request. */
export type Defaults = Readonly<Record<CallKind, Behaviour>>

interface ChatCall {
  readonly stream?: unknown
  readonly stream_options?: { readonly include_usage?: unknown }
}

export async function answerRequest(
  request: RecordedRequest,
  response: ServerResponse,
  scripted: Behaviour,
  defaults: Defaults,
  models: readonly string[],
): Promise<void> {
  const call = `${request.method} ${request.path.replace(/^.*(?=\/(?:chat|messages|responses|audio|embeddings|models|api\/tags))/, '')}`
  const behaviour = { ...defaults[kindOf(request)], ...scripted }
  if (!(await waited(response, behaviour.headersAfterMs ?? 0))) return
  if (behaviour.refusal) return sendUpstreamError(response, behaviour.refusal)

  const chat = (request.json ?? {}) as ChatCall
  switch (call) {
    case 'POST /chat/completions': {
      const reply = composeReply(chat, behaviour)
      return chat.stream === true
        ? deliver(
            response,
            behaviour,
            chatCompletionEvents(reply, chat.stream_options?.include_usage === true, {
              ...behaviour,
              search: searchFor(behaviour, chat),
            }),
          )
        : sendJson(response, behaviour, chatCompletion(reply), reply.tokens.length)
    }
    case 'POST /messages': {
      const reply = composeReply(chat, behaviour)
      return chat.stream === true
        ? deliver(
            response,
            behaviour,
            anthropicSearchEvents(chat, reply, behaviour) ?? anthropicEvents(reply),
          )
        : sendJson(response, behaviour, anthropicMessage(reply), reply.tokens.length)
    }
    case 'POST /responses':
      return deliver(response, behaviour, responseEvents(chat, composeReply(chat, behaviour), behaviour))
    case 'POST /audio/transcriptions':
      return sendJson(
        response,
        behaviour,
        await transcriptionOf(request, behaviour.text ?? '', behaviour.duration),
      )
    case 'POST /audio/speech':
      return deliver(response, behaviour, speechBody(request.json))
    case 'POST /embeddings': {
      const answer = embeddingsAnswer(request.json)
      return answer
        ? sendJson(response, behaviour, answer)
        : sendUpstreamError(response, { status: 400, code: 'invalid_input' })
    }
    case 'GET /models':
      return sendJson(response, behaviour, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model' })),
      })
    case 'GET /api/tags':
      return sendJson(response, behaviour, { models: models.map((name) => ({ name, model: name })) })
    default:
      return sendUpstreamError(response, { status: 404, code: 'not_found' })
  }
}

/** Sends an unstreamed response after the time that its chunks would take. */
export async function sendJson(
  response: ServerResponse,
  behaviour: Behaviour,
  value: unknown,
  pieces = 1,
): Promise<void> {
  const writingMs =
    behaviour.piecesPerSecond === undefined ? 0 : ((pieces - 1) * 1000) / behaviour.piecesPerSecond
  const bytes = Buffer.from(JSON.stringify(value))
  if (!(await waited(response, (behaviour.firstPieceAfterMs ?? 0) + writingMs))) return
  await deliver(
    response,
    { ...behaviour, firstPieceAfterMs: 0 },
    {
      contentType: 'application/json',
      opening: [],
      pieces: [],
      closing: [bytes],
      errorEvent: Buffer.from('{"error":{"message":"The server had an error."}}'),
      garbage: bytes.subarray(0, bytes.length / 2),
    },
  )
}

function sendUpstreamError(response: ServerResponse, refusal: UpstreamError): void {
  const error = {
    message: refusal.message ?? `Refused with ${refusal.status}.`,
    type: refusal.code,
    code: refusal.code,
  }
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    ...(refusal.retryAfter !== undefined && { 'retry-after': refusal.retryAfter }),
  })
  response.end(JSON.stringify({ type: 'error', error }))
}

async function transcriptionOf(
  request: RecordedRequest,
  text: string,
  duration: number | undefined,
): Promise<unknown> {
  const file = request.form?.get('file')
  const seconds = duration ?? (file instanceof Blob ? wavSeconds(await file.bytes()) : undefined)
  const isVerbose = request.form?.get('response_format') === 'verbose_json'
  if (!isVerbose) return { text }
  return {
    task: 'transcribe',
    language: 'english',
    text,
    ...(seconds !== undefined && { duration: seconds }),
  }
}
