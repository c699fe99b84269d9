import type { AgentId } from '@vee/contract/entities/agent-ids'
import { REASONING_EFFORTS } from '@vee/contract/entities/reasoning-effort'
import type { ChatDependencies, ChatPreferences } from '#features/chat/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { forbiddenSteps } from '#lib/costs/allowance.ts'
import { chosenModels, type UserSettings, useHistoryConfig, useSettings } from '#lib/settings/index.ts'
import { readText } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { hasOwnScreen } from './own-screens.ts'
import { wantedReplyLanguage } from '#lib/language/language-rules.ts'

/** Returns the settings that are sent with a question to an agent, at the time of sending. */
export function chatPreferences(agentId: AgentId, conversationId: string): ChatPreferences {
  const settings = useSettings.getState()
  const forbidden = forbiddenSteps()
  const language = wantedReplyLanguage(settings, currentLanguage())
  const persona = readText(storageKeyOf('persona', agentId))
  return {
    ...(language !== undefined && { language }),
    ...(persona !== undefined && { personaOverride: persona }),
    ...modelWishes(settings, agentId, conversationId),
    agentModels: settings.modelByAgent,
    acceptsReasoning: true,
    useTools: settings.usesTools,
    useSearch: settings.searchesWeb,
    ...(hasOwnScreen(agentId) && { acceptsResults: true }),
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
    ...(forbidden.length > 0 && { budget: { forbid: forbidden } }),
  }
}

/** Returns the models that the user has chosen for a conversation; without a choice the server decides. */
function modelWishes(settings: UserSettings, agentId: AgentId, conversationId: string) {
  const { typed, spoken } = chosenModels(settings, agentId, conversationId)
  const effort = REASONING_EFFORTS.find((effort) => effort === settings.reasoningByAgent[agentId])
  return {
    ...(typed && { model: typed }),
    ...(spoken && { spokenModel: spoken }),
    ...(effort && { reasoningEffort: effort }),
  }
}

/** Returns the settings of an agent's chat. */
export const chatSettings = (
  agentId: AgentId,
): Pick<ChatDependencies, 'agentId' | 'beginsEmpty' | 'preferences'> => ({
  agentId,
  beginsEmpty: useSettings.getState().autoClearChat && isNewVisit(),
  preferences: (conversationId, agentId) => chatPreferences(agentId, conversationId),
})

/** A reload and going back in history continue the visit. */
function isNewVisit(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.type === 'navigate'
}
