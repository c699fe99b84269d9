import type { ReactNode } from 'react'
import { createToastStore, type ToastStore } from '#ui/toast-store.ts'

/** How long a notification stays unless it says otherwise, in ms; a toast has the store's own default. */
const NOTIFICATION_DURATION_MS = 5000

/** Something that happened in the app. */
export interface Notification {
  readonly type: 'success' | 'error' | 'warning'
  readonly title: string
  readonly message?: string
  /** milliseconds; 0 stays until it is dismissed */
  readonly duration?: number
}

/** Something to tell the user; its message may be made of several parts. */
interface Notice {
  readonly type: Notification['type'] | 'info'
  readonly title: string
  readonly message?: ReactNode
  readonly duration?: number
}

export interface Notices {
  /** the one stack on which both appear */
  readonly stack: ToastStore
  readonly toast: (notice: Notice) => void
  readonly notify: (notification: Notification) => void
}

/** Toasts and notifications: two doors with defaults of their own to one visible stack. `onNotified` hears the latter. */
export function createNotices(onNotified: (type: Notification['type']) => void): Notices {
  const stack = createToastStore()
  return {
    stack,
    toast: stack.show,
    notify: (notification) => {
      stack.show({ duration: NOTIFICATION_DURATION_MS, ...notification })
      onNotified(notification.type)
    },
  }
}
