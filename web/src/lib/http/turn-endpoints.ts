import type { ChatRequest, getReplyStream, postChat } from '@vee/contract/http/chat'
import type { postStt, postTts } from '@vee/contract/http/speech'
import type { BrokenLine } from '@vee/contract/stream/parse'
import { forbiddenSteps, ownKeyHeaders } from '../costs/allowance.ts'
import { systemLog } from '../log.ts'
import { ApiError, networkError } from './api-error.ts'
import type { Api } from './client.ts'

interface ReplyOptions {
  readonly request: ChatRequest & { readonly replyId: string }
  /** 0: the question is sent */
  readonly lastEventId: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
}

interface SpeechOptions {
  readonly text: string
  readonly voice: string
  readonly speed: number
  readonly format: 'pcm'
  readonly language: string
  /** times of words are wanted */
  readonly onWords?: unknown
}

/** Returns the endpoints of a turn, as the voice's transport over HTTP needs them. */
export function createTurnEndpoints(api: Api) {
  return {
    openReply: async ({ request, lastEventId, headers, signal }: ReplyOptions) => {
      const accept = 'text/event-stream'
      const response =
        lastEventId === 0
          ? api.send<typeof postChat>('POST', '/chat', {
              body: request,
              headers: { accept, ...headers },
              signal,
            })
          : api.send<typeof getReplyStream>('GET', '/chat/replies/{replyId}/stream', {
              params: { replyId: request.replyId },
              headers: { accept, 'last-event-id': String(lastEventId) },
              signal,
            })
      return bodyOf(await response)
    },
    makeSpeech: async ({ onWords, ...options }: SpeechOptions, signal: AbortSignal) =>
      bodyOf(
        await api.send<typeof postTts>('POST', '/tts', {
          body: {
            ...options,
            ...(onWords !== undefined && { wordTimes: true }),
            budget: { forbid: forbiddenSteps() },
          },
          headers: ownKeyHeaders(),
          signal,
        }),
      ),
    sendAudio: (form: FormData, signal: AbortSignal): Promise<unknown> =>
      api.json<typeof postStt>('POST', '/stt', { body: form, headers: ownKeyHeaders(), signal }),
    timeoutError: () => networkError('TIMEOUT'),
    onBrokenLine: ({ reason, length }: BrokenLine) =>
      systemLog.add('WARN', 'A line of a reply could not be read', `${reason}, ${length} characters`),
  }
}

function bodyOf({ body, status }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body === null) throw new ApiError({ status, code: 'INTERNAL', message: 'the answer is empty' })
  return body
}
