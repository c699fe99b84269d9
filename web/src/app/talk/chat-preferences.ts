import type { ChatPreferences } from '#features/chat/index.ts'
import { useSettings } from '#lib/settings/index.ts'

/** What a question carries of the settings, as they are when it is asked. */
export function chatPreferences(): ChatPreferences {
  const { preferredCodingLanguage, generateDiagrams, defaultTutorLevel, maxHistoryMessages } =
    useSettings.getState()
  return {
    codingLanguage: preferredCodingLanguage,
    generateDiagrams,
    tutorLevel: defaultTutorLevel,
    historyLimit: maxHistoryMessages,
  }
}
