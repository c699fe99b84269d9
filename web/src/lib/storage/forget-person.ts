import { DEFAULT_AGENT_ID, isCustomAgentId } from '@vee/contract/entities/agent-ids'
import { changeSettings, useSettings } from '../settings/index.ts'
import { STORAGE_KEYS, removeStorageKey } from './storage.ts'
import { forgetConversations } from './keys-of-tab.ts'

/**
 * Deletes the user's data from the browser's storage except theme, language and preferences; data in memory
 * is discarded with the page.
 */
export function forgetPerson(): void {
  forgetConversations()
  removeStorageKey(STORAGE_KEYS.ownKeys)
  removeStorageKey(STORAGE_KEYS.sidebar)
  removeStorageKey(STORAGE_KEYS.registration)
  // The next visitor gets a new id.
  removeStorageKey(STORAGE_KEYS.sessionId)
  removeStorageKey(STORAGE_KEYS.visitorId)
  // The next user starts with the default agent; a custom agent belongs to one member only.
  const { defaultMode } = useSettings.getState()
  changeSettings({ activeAgentId: isCustomAgentId(defaultMode) ? DEFAULT_AGENT_ID : defaultMode })
}
