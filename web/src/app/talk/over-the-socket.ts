import type { Agent } from '@vee/contract/entities/agent'
import type { Chat, ChatDeps } from '#features/chat/index.ts'
import type { Api } from '#lib/api/index.ts'
import { isCostLimitReached } from '#lib/cost-limits.ts'
import { createLazyLive, type LazyLive } from '#voice/index.ts'

/**
 * Creates spoken turns over the socket, and the reply source of conversations whose replies may arrive there.
 *
 * @param chat returns the active one; undefined during dictation
 * @param agents returns the assistants, whose names are part of spoken commands
 */
export function createTalkLive(
  api: Api,
  chat: () => Chat | undefined,
  agents: () => readonly Agent[],
): { readonly live: LazyLive; readonly ofChats: Pick<ChatDeps, 'api' | 'replyOnItsWay'> } {
  const live = createLazyLive(async () => {
    const { createBrowserLiveVoice } = await import('../voice/adapters/live-voice.ts')
    return createBrowserLiveVoice({ api, chat, agents })
  })
  // Nothing is sent if the user's own cost limit is reached.
  const replyOnItsWay: ChatDeps['replyOnItsWay'] = (question) =>
    isCostLimitReached() ? undefined : live.replyTo(question)
  return { live, ofChats: { api: withLiveReplies(api, live), replyOnItsWay } }
}

/** Returns the same API, with replies read from the socket if they arrive there. */
function withLiveReplies(api: Api, live: Pick<LazyLive, 'reply'>): Api {
  const send: Api['send'] = (method, path, ...options) => {
    const body = (options[0] as { readonly body?: unknown } | undefined)?.body
    const isQuestion = method === 'POST' && path === '/chat'
    const isKnown = typeof body === 'object' && body !== null && 'replyId' in body
    const reply = isQuestion && isKnown ? live.reply(String(body.replyId)) : undefined
    return reply ? Promise.resolve(reply) : api.send(method, path, ...options)
  }
  return { ...api, send }
}
