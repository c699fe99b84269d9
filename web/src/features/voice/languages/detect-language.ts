import type { postDetectLanguage } from '@vee/contract/http/chat-settings'
import type { Api } from '#lib/http/index.ts'
import { speechTagOf } from '#lib/language/language-code.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'

/** Number of messages that are used for the detection. */
const MAX_MESSAGES = 6
/** Maximum length of a message, in UTF-16 code units; more does not improve the detection. */
const MESSAGE_LENGTH = 2_000

/** A message of the conversation, as far as the detection reads it. */
export interface DetectableMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly text: string
}

/**
 * Detects the language of the conversation on the server, once per browser session, after a message of the
 * user. Replies use it from then on, if the mode is automatic and no language was selected manually. A failed
 * attempt counts, too.
 */
export async function detectLanguageOnce(
  api: Api,
  conversation: readonly DetectableMessage[],
): Promise<void> {
  if (readText(STORAGE_KEYS.languageDetected) !== undefined) return
  writeText(STORAGE_KEYS.languageDetected, 'true')
  const messages = conversation
    .filter(({ text }) => text.trim() !== '')
    .slice(-MAX_MESSAGES)
    .map(({ role, text }) => ({ role, content: text.slice(0, MESSAGE_LENGTH) }))
  if (!mayChange() || messages.length === 0 || !navigator.onLine) return
  try {
    const path = '/chat/detect-language'
    const { language } = await api.json<typeof postDetectLanguage>('POST', path, { body: { messages } })
    // A language may have been selected manually in the meantime.
    if (language === null || !mayChange()) return
    changeSettings({ responseLanguageMode: 'fixed', fixedResponseLanguage: speechTagOf(language) })
  } catch {
    // Already logged by the API client.
  }
}

function mayChange(): boolean {
  const { languagePreferenceLocked, responseLanguageMode } = useSettings.getState()
  return !languagePreferenceLocked && responseLanguageMode === 'auto'
}
