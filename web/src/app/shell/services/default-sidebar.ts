import type { listConversations } from '@vee/contract/http/conversations'
import { readToken } from '#lib/http/auth-token.ts'
import type { Api } from '#lib/http/index.ts'
import { requestRole } from '#lib/use-is-host.ts'
import { keysOfTab } from '#lib/storage/keys-of-tab.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import type { Interface } from './interface-state.ts'

/** The width from which the list of conversations is open by default, in CSS pixels. */
const WIDE_PX = 1200

const isWide = () => globalThis.innerWidth >= WIDE_PX

/** Returns whether the list of conversations is open when the page opens. */
export const isSidebarOpenAtStart = (): boolean =>
  isWide() && readToken() !== undefined && readText(STORAGE_KEYS.sidebar) === 'open'

/** Stores the user's choice on wide screens; on others the list covers the page and is closed again. */
export function rememberSidebar({ store }: Interface): void {
  store.subscribe(({ isSidebarCollapsed }, before) => {
    if (isSidebarCollapsed === before.isSidebarCollapsed || !isWide()) return
    // A guest's list is as short-lived as the tab; only that it is not wanted is remembered.
    if (readToken() === undefined && !isSidebarCollapsed) return
    writeText(STORAGE_KEYS.sidebar, isSidebarCollapsed ? 'closed' : 'open')
  })
}

/** Opens the list once for a user with conversations who has not chosen yet. Never rejects. */
export async function openSidebarOnce(api: Api, page: Interface): Promise<void> {
  const isOpen = () => !page.store.getState().isSidebarCollapsed
  if (!isWide() || isOpen() || readText(STORAGE_KEYS.sidebar) !== undefined) return
  // Without a response nothing is opened.
  const hasAny = await hasConversations(api).catch(() => false)
  if (hasAny && isWide() && !isOpen()) page.openSidebar()
}

/**
 * Returns whether there are conversations to choose from: a member's on the server, where passphrase holders have none,
 * or more than one of a guest in this tab.
 */
async function hasConversations(api: Api): Promise<boolean> {
  if (readToken() === undefined) {
    const families = [storageKeyOf('conversation', '').key, storageKeyOf('conversation-aside', '').key]
    // Reading them takes code that a first visit does not need.
    if (keysOfTab().filter((name) => families.some((family) => name.startsWith(family))).length < 2)
      return false
    const { storedConversations } = await import('#features/chat/store/tab-conversations.ts')
    return storedConversations().length > 1
  }
  const { isMember } = await requestRole(api)
  if (!isMember) return false
  const { items } = await api.json<typeof listConversations>('GET', '/conversations', { query: { limit: 1 } })
  return items.length > 0
}
