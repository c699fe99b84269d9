import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PresenceEvent } from '#presence/index.ts'

/** The overlays of the page. */
export type ModalId =
  | 'agent-hub'
  | 'command-palette'
  | 'history-preview'
  | 'model-picker'
  | 'keyboard-help'
  | 'plans'
  | 'prompts'
  | 'set-up'
  | 'share-link'
  | 'voice-doctor'
  | 'wake-words'

/** What the model picker is opened for. */
export interface ModelWish {
  /** chooses a model for one reply, and is called with its id */
  readonly onModel?: (modelId: string) => void
  /** words that are searched for at once */
  readonly search?: string
}

/** A conversation to be shared by link. */
export interface LinkedConversation {
  readonly id: string
  readonly title: string
  /** the end that a new link is prepared with, in days */
  readonly days?: number
}

interface Modal {
  readonly id: ModalId
  /** false: only its content can close it */
  readonly closable: boolean
  readonly size: 'small' | 'medium' | 'large'
  readonly onClose?: () => void
  /** of the model picker */
  readonly modelWish?: ModelWish
  /** of the links */
  readonly conversation?: LinkedConversation
}

interface InterfaceState {
  /** the last one is on top */
  readonly modals: readonly Modal[]
  readonly isLoading: boolean
  readonly isSidebarCollapsed: boolean
  /** whether the list next to the page was opened by the user, and so takes the focus */
  readonly isSidebarWanted: boolean
  /** number of times that the list next to the page was asked for by name */
  readonly listRequests: number
  readonly isMenuOpen: boolean
  readonly isLogOpen: boolean
}

type ModalWish = Pick<Modal, 'id'> & Partial<Modal>

/** The open overlays of the page. Not persisted. */
export interface Interface {
  readonly store: StoreApi<InterfaceState>
  openModal(wish: ModalWish): void
  closeModal(id: ModalId): void
  closeAllModals(): void
  setLoading(isLoading: boolean): void
  toggleSidebar(): void
  /** Opens the list next to the page without moving the focus. */
  openSidebar(): void
  /** Opens the list next to the page, which then takes the focus; also when it is open already. */
  showList(): void
  setMenuOpen(isOpen: boolean): void
  setLogOpen(isOpen: boolean): void
}

/** `react` triggers the presence's reaction to opened overlays; the list next to the page is open at once if it is wanted. */
export function createInterface(
  react: (event: PresenceEvent) => void,
  { isSidebarOpen = false }: { readonly isSidebarOpen?: boolean } = {},
): Interface {
  const store = createStore<InterfaceState>(() => ({
    modals: [],
    isLoading: true,
    isSidebarCollapsed: !isSidebarOpen,
    isSidebarWanted: false,
    listRequests: 0,
    isMenuOpen: false,
    isLogOpen: false,
  }))

  function end(closed: readonly Modal[], remaining: readonly Modal[]): void {
    store.setState({ modals: remaining })
    for (const modal of closed) modal.onClose?.()
  }

  return {
    store,
    openModal(wish) {
      const { modals } = store.getState()
      if (modals.some(({ id }) => id === wish.id)) return
      store.setState({ modals: [...modals, { closable: true, size: 'medium', ...wish }], isMenuOpen: false })
      react('modal')
    },
    closeModal(id) {
      const { modals } = store.getState()
      end(
        modals.filter((modal) => modal.id === id),
        modals.filter((modal) => modal.id !== id),
      )
    },
    closeAllModals: () => end(store.getState().modals, []),
    setLoading: (isLoading) => store.setState({ isLoading }),
    toggleSidebar() {
      store.setState(({ isSidebarCollapsed }) => ({
        isSidebarCollapsed: !isSidebarCollapsed,
        isSidebarWanted: isSidebarCollapsed,
      }))
      react('sidebar')
    },
    openSidebar: () => store.setState({ isSidebarCollapsed: false, isSidebarWanted: false }),
    showList() {
      const { isSidebarCollapsed, listRequests } = store.getState()
      store.setState({ isSidebarCollapsed: false, isSidebarWanted: true, listRequests: listRequests + 1 })
      if (isSidebarCollapsed) react('sidebar')
    },
    setMenuOpen: (isMenuOpen) => store.setState({ isMenuOpen }),
    setLogOpen: (isLogOpen) => store.setState({ isLogOpen }),
  }
}
