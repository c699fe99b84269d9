import { DEFAULT_AGENT_ID, isOwnAgentId } from '@vee/contract/entities/agent-ids'
import { changeSettings, useSettings } from '../settings/index.ts'
import { PLACES, removePlace } from './storage.ts'
import { forgetConversations } from './keys-of-tab.ts'

/**
 * Deletes the user's data from the browser's storage except theme, language and preferences; data in memory
 * is discarded with the page.
 */
export function forgetPerson(): void {
  forgetConversations()
  removePlace(PLACES.ownKeys)
  removePlace(PLACES.sidebar)
  removePlace(PLACES.registration)
  // The next visitor gets a new id.
  removePlace(PLACES.sessionId)
  removePlace(PLACES.visitorId)
  // The next user starts with the default agent; a custom agent belongs to one member only.
  const { defaultMode } = useSettings.getState()
  changeSettings({ activeAgentId: isOwnAgentId(defaultMode) ? DEFAULT_AGENT_ID : defaultMode })
}
