import type { ReactNode } from 'react'
import { createToastStore, type ToastStore } from '#ui/feedback/toast-store.ts'

/** Default duration of a notification in ms; toasts use the store's default. */
const NOTIFICATION_DURATION_MS = 5000

/** An event in the app that users are notified of. */
export interface Notification {
  readonly type: 'success' | 'error' | 'warning'
  readonly title: string
  readonly message?: string
  /** milliseconds; 0: until it is dismissed */
  readonly duration?: number
}

/** A notice to the user; its message may have several parts. */
interface Notice {
  readonly type: Notification['type'] | 'info'
  readonly title: string
  readonly message?: ReactNode
  readonly duration?: number
}

export interface Notices {
  /** the stack shared by both */
  readonly stack: ToastStore
  readonly toast: (notice: Notice) => void
  readonly notify: (notification: Notification) => void
  /** shows a notice that offers to undo something, and returns a function that dismisses it */
  readonly showUndo: (notice: Notice) => () => void
}

/**
 * Creates toasts and notifications: two interfaces with separate defaults to a single stack. `onNotified` is
 * called for the latter.
 */
export function createNotices(onNotified: (type: Notification['type']) => void): Notices {
  const stack = createToastStore()
  return {
    stack,
    toast: stack.show,
    notify: (notification) => {
      stack.show({ duration: NOTIFICATION_DURATION_MS, ...notification })
      onNotified(notification.type)
    },
    showUndo: (notice) => {
      const id = stack.show(notice)
      return () => stack.dismiss(id)
    },
  }
}
