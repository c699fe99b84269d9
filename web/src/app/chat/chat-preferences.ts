import type { AgentId } from '@vee/contract/entities/agent-ids'
import { REASONING_EFFORTS } from '@vee/contract/entities/reasoning-effort'
import type { ChatDeps, ChatPreferences } from '#features/chat/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { forbiddenSteps } from '#lib/costs/allowance.ts'
import { type UserSettings, useHistoryConfig, useSettings } from '#lib/settings/index.ts'
import { readText } from '#lib/storage/storage.ts'
import { placeOf } from '#lib/storage/tab-storage.ts'
import { hasOwnScreen } from './own-screens.ts'
import { wantedReplyLanguage } from '#lib/language/language-rules.ts'

/** Returns the settings that are sent with a question to an agent, at the time of sending. */
export function chatPreferences(agentId: AgentId): ChatPreferences {
  const settings = useSettings.getState()
  const forbidden = forbiddenSteps()
  const language = wantedReplyLanguage(settings, currentLanguage())
  const persona = readText(placeOf('persona', agentId))
  return {
    ...(language !== undefined && { language }),
    ...(persona !== undefined && { personaOverride: persona }),
    ...chosenModels(settings, agentId),
    acceptsReasoning: true,
    useTools: settings.usesTools,
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

/** Returns the models that the user has chosen for an agent; without a choice the server decides. */
function chosenModels({ modelByAgent, spokenModel, reasoningByAgent }: UserSettings, agentId: AgentId) {
  const model = modelByAgent[agentId]
  const effort = REASONING_EFFORTS.find((effort) => effort === reasoningByAgent[agentId])
  return {
    ...(model && { model }),
    ...(spokenModel && { spokenModel }),
    ...(effort && { reasoningEffort: effort }),
  }
}

/** Returns the settings of an agent's chat. */
export const chatSettings = (
  agentId: AgentId,
): Pick<ChatDeps, 'agentId' | 'beginsEmpty' | 'preferences'> => ({
  agentId,
  beginsEmpty: useSettings.getState().autoClearChat && isNewVisit(),
  preferences: () => chatPreferences(agentId),
})

/** A reload and going back in history continue the visit. */
function isNewVisit(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.type === 'navigate'
}
