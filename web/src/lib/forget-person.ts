import { DEFAULT_AGENT_ID, isOwnAgentId } from '@vee/contract/entities/agent-ids'
import { changeSettings, useSettings } from './settings/index.ts'
import { PLACES, removePlace } from './storage.ts'
import { forgetConversations } from './keys-of-tab.ts'

/** Nothing of the user stays in the browser's storage but theme, language and preferences; what the page knows goes with the page. */
export function forgetPerson(): void {
  forgetConversations()
  removePlace(PLACES.ownKeys)
  removePlace(PLACES.registration)
  // Who visits next is another visitor.
  removePlace(PLACES.sessionId)
  removePlace(PLACES.visitorMark)
  // Whoever comes next begins with the chosen agent (R4.58); a member's own is nobody else's.
  const { defaultMode } = useSettings.getState()
  changeSettings({ currentAppMode: isOwnAgentId(defaultMode) ? DEFAULT_AGENT_ID : defaultMode })
}
