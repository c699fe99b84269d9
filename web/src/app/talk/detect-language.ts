import type { postDetectLanguage } from '@vee/contract/http/chat-settings'
import type { Message } from '#features/chat/message.ts'
import type { Api } from '#lib/api/index.ts'
import { speechTagOf } from '#lib/language-code.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { PLACES, readText, writeText } from '#lib/storage.ts'

/** Messages that the language is told by (R4.65). */
const MESSAGES = 6
/** More of a message makes nothing surer. In UTF-16 code units. */
const MESSAGE_LENGTH = 2_000

/**
 * Once per browser session, after a message of the user: asks the server for the language of the conversation, and
 * answers come in it from then on, if the mode was to find out and no language was chosen by hand (R4.60 to R4.66). It
 * counts as done even when it fails.
 */
export async function detectLanguageOnce(api: Api, conversation: readonly Message[]): Promise<void> {
  if (readText(PLACES.languageDetected) !== undefined) return
  writeText(PLACES.languageDetected, 'true')
  const messages = conversation
    .filter(({ text }) => text.trim() !== '')
    .slice(-MESSAGES)
    .map(({ role, text }) => ({ role, content: text.slice(0, MESSAGE_LENGTH) }))
  if (!mayChange() || messages.length === 0 || !navigator.onLine) return
  try {
    const path = '/chat/detect-language'
    const { language } = await api.json<typeof postDetectLanguage>('POST', path, { body: { messages } })
    // Meanwhile a language may have been chosen by hand.
    if (language === null || !mayChange()) return
    changeSettings({ responseLanguageMode: 'fixed', fixedResponseLanguage: speechTagOf(language) })
  } catch {
    // The api client has written it to the system log.
  }
}

function mayChange(): boolean {
  const { languagePreferenceLocked, responseLanguageMode } = useSettings.getState()
  return !languagePreferenceLocked && responseLanguageMode === 'auto'
}
