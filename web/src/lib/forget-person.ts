import { type AgentId, DEFAULT_AGENT_ID, isOwnAgentId } from '@vee/contract/entities/agent-ids'
import { forgetOwnKeys } from './own-keys.ts'
import { changeSettings, useSettings } from './settings/index.ts'
import { forgetConversations, PLACES, removePlace } from './storage.ts'

/** Whoever comes next begins with the chosen agent (R4.58); a member's own is nobody else's. */
function agentForNobody(): AgentId {
  const { defaultMode } = useSettings.getState()
  return isOwnAgentId(defaultMode) ? DEFAULT_AGENT_ID : defaultMode
}

/** Nothing of the user stays in the browser's storage but theme, language and preferences; what the page knows goes with the page. */
export function forgetPerson(): void {
  forgetOwnKeys()
  forgetConversations()
  changeSettings({ currentAppMode: agentForNobody() })
  removePlace(PLACES.registration)
}
