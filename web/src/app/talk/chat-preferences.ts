import type { ChatPreferences } from '#features/chat/index.ts'
import { useHistoryConfig, useSettings } from '#lib/settings/index.ts'

/** What a question carries of the settings, as they are when it is asked. */
export function chatPreferences(): ChatPreferences {
  const settings = useSettings.getState()
  return {
    codingLanguage: settings.preferredCodingLanguage,
    generateDiagrams: settings.generateDiagrams,
    tutorLevel: settings.defaultTutorLevel,
    history: {
      ...useHistoryConfig.getState(),
      conversationContextMode: settings.conversationContextMode,
      useAdvancedMemory: settings.useAdvancedMemory,
      maxHistoryMessages: settings.maxHistoryMessages,
    },
    preventRepetition: settings.preventRepetition,
  }
}
