import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ChatPreferences } from '#features/chat/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { useHistoryConfig, useSettings, type Settings } from '#lib/settings/index.ts'
import { placeOf, readText } from '#lib/storage.ts'

/** What a question to an agent carries of the settings, as they are when it is asked. */
export function chatPreferences(agentId: AgentId): ChatPreferences {
  const settings = useSettings.getState()
  const language = languageOfAnswer(settings)
  const persona = readText(placeOf('persona', agentId))
  return {
    ...(language !== undefined && { language }),
    ...(persona !== undefined && { personaOverride: persona }),
    useTools: settings.usesTools,
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

/** The mode `auto` leaves it to the agent, which answers in the language of the question. */
function languageOfAnswer(settings: Settings): string | undefined {
  switch (settings.responseLanguageMode) {
    case 'fixed':
      return settings.fixedResponseLanguage || currentLanguage()
    case 'follow-stt':
      return settings.speechLanguage || currentLanguage()
    case 'auto':
      return undefined
  }
}
