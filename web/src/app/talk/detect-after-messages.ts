import type { Chat } from '#features/chat/index.ts'
import type { Api } from '#lib/api/index.ts'

/** Detects the language after a message of the user in this chat. */
export function detectAfterMessages(api: Api, chat: Chat): void {
  chat.state.subscribe(({ running, messages }, before) => {
    if (!running || running.replyId === before.running?.replyId) return
    import('./detect-language.ts').then(
      ({ detectLanguageOnce }) => detectLanguageOnce(api, messages),
      // Retried with the next message.
      () => {},
    )
  })
}
