import type { Chat, ChatDeps } from '#features/chat/index.ts'
import type { Api } from '#lib/api/index.ts'
import { createLateLive, type Live } from '#voice/index.ts'

/**
 * Spoken turns over the socket, and what conversations need whose replies may have come from there.
 *
 * @param chat the active one; undefined while what is said is dictated
 */
export function createTalkLive(
  api: Api,
  chat: () => Chat | undefined,
): { readonly live: Live; readonly ofChats: Pick<ChatDeps, 'api' | 'replyOnItsWay'> } {
  const live = createLateLive(async () => {
    const { createTalkLiveVoice } = await import('./live-of-talk.ts')
    return createTalkLiveVoice({ api, chat })
  })
  const replyOnItsWay: ChatDeps['replyOnItsWay'] = (question) => live.replyTo(question)
  return { live, ofChats: { api: withLiveReplies(api, live), replyOnItsWay } }
}

/** The same calls, where a reply that comes over the socket is read from there. */
function withLiveReplies(api: Api, live: Pick<Live, 'reply'>): Api {
  const send: Api['send'] = (method, path, ...options) => {
    const body = (options[0] as { readonly body?: unknown } | undefined)?.body
    const isQuestion = method === 'POST' && path === '/chat'
    const isKnown = typeof body === 'object' && body !== null && 'replyId' in body
    const reply = isQuestion && isKnown ? live.reply(String(body.replyId)) : undefined
    return reply ? Promise.resolve(reply) : api.send(method, path, ...options)
  }
  return { ...api, send }
}

/**
 * The sound of a text: that of the socket where the server says it already, else of the call. Where the socket breaks off,
 * the call goes on with what was not heard.
 */
export async function speechOver(
  live: Pick<Live, 'say'>,
  text: string,
  signal: AbortSignal,
  call: () => Promise<Response>,
): Promise<Response> {
  const sound = await live.say({ text }, signal)
  if (!sound) return await call()
  const bytes = goOn()
  return new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done === true) controller.close()
        else controller.enqueue(value as Uint8Array<ArrayBuffer>)
      },
      cancel: async () => void (await bytes.return()),
    }),
  )

  async function* goOn(): AsyncGenerator<Uint8Array, void, undefined> {
    let heard = 0
    for await (const part of sound?.bytes ?? []) {
      heard += part.length
      yield part
    }
    if (sound?.isWhole() === true || signal.aborted) return
    yield* behind(heard, await call())
  }
}

/** What comes behind so many bytes of an answer. */
async function* behind(start: number, { body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  let at = 0
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const from = Math.max(0, start - at)
    at += next.value.length
    if (from < next.value.length) yield next.value.subarray(from)
  }
}
