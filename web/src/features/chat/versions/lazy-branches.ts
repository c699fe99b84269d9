import type { ReactNode } from 'react'
import { createContext } from 'react'
import { lazyModule } from '#lib/async/lazy-module.ts'
import type { Chat } from '../store/chat.ts'
import type { Message } from '../store/message.ts'

/** Loaded when a path is changed for the first time. */
export const { load: loadBranchActions } = lazyModule(() => import('./branch-actions.ts'))

/** Shows the sibling of a message with this number; nothing changes if that fails, which the client has logged. */
export async function lazyShowSibling(chat: Chat, message: Message, number: number): Promise<void> {
  try {
    const { showSibling } = await loadBranchActions()
    await showSibling(chat, message, number)
  } catch {
    // The pager stays, and can be pressed again.
  }
}

interface BranchNotice {
  readonly type: 'success' | 'error'
  readonly title: string
  readonly message?: ReactNode
  /** milliseconds */
  readonly duration?: number
}

/** Shows a notice, and returns a function that dismisses it. */
export type ShowBranchNotice = (notice: BranchNotice) => () => void

/** Keeps the view where it is while another path is shown; returns a function that ends it. */
export const KeepViewContext = createContext<() => () => void>(() => () => {})

/** The app's notices, for what was deleted or failed. */
export const BranchNoticeContext = createContext<ShowBranchNotice>(() => () => {})
