import type { postDetectLanguage } from '@vee/contract/http/chat-settings'
import type { Chat } from '#features/chat/index.ts'
import type { Api } from '#lib/api/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { afterResponseDetected } from './language-rules.ts'

/** So many of the conversation's messages tell its language (R4.65). */
const MESSAGES = 6
/** Longest part of a message that is sent for it, in UTF-16 code units. */
const MESSAGE_LENGTH = 2_000

/** Asks what language the conversation is in. Whatever goes wrong, it is not asked again in this session (R4.66). */
export async function detectResponseLanguage(api: Api, chat: Chat): Promise<void> {
  const settings = useSettings.getState()
  if (settings.languagePreferenceLocked || !navigator.onLine) return
  const messages = chat.state
    .getState()
    .messages.filter(({ text }) => text.trim() !== '')
    .slice(-MESSAGES)
    .map(({ role, text }) => ({ role, content: text.slice(0, MESSAGE_LENGTH) }))
  if (messages.length === 0) return
  try {
    const { language } = await api.json<typeof postDetectLanguage>('POST', '/chat/detect-language', {
      body: { messages },
    })
    if (language !== null) changeSettings(afterResponseDetected(useSettings.getState(), language))
  } catch {
    // The api client has written it to the system log.
  }
}
