import type { ReactNode } from 'react'
import type { Tone } from '../tone.ts'

export interface ToastContent {
  readonly type: Tone
  readonly title: string
  /** text or elements of the app: never markup of others */
  readonly message?: ReactNode
  /** milliseconds; 0: until it is dismissed */
  readonly duration?: number
}

export interface Toast extends ToastContent {
  readonly id: number
  /** dismissed, and in its exit animation */
  readonly isLeaving: boolean
}

const TOAST_DURATION_MS = 7000
/** Duration of the exit animation (--motion-quick). */
const LEAVING_MS = 120

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined
  startedAt: number
  remainingMs: number
}

export type ToastStore = ReturnType<typeof createToastStore>

/**
 * Creates the stack of toasts. Timers are paused while the user reads, so that nothing disappears under the
 * pointer.
 */
export function createToastStore() {
  let toasts: readonly Toast[] = []
  let lastId = 0
  let isPaused = false
  const countdowns = new Map<number, Countdown>()
  const listeners = new Set<() => void>()

  function replace(next: readonly Toast[]): void {
    toasts = next
    for (const listener of listeners) listener()
  }
  function startCountdown(id: number, countdown: Countdown): void {
    countdown.startedAt = Date.now()
    countdown.timer = setTimeout(() => dismiss(id), countdown.remainingMs)
  }
  function dismiss(id: number): void {
    clearTimeout(countdowns.get(id)?.timer)
    countdowns.delete(id)
    replace(toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
    setTimeout(() => replace(toasts.filter((toast) => toast.id !== id)), LEAVING_MS)
  }

  return {
    /** The same array until something changes, as required for a snapshot of React. */
    toasts: () => toasts,
    /** Returns the toast's id. */
    show: (content: ToastContent): number => {
      lastId += 1
      const id = lastId
      replace([...toasts, { ...content, id, isLeaving: false }])
      const duration = content.duration ?? TOAST_DURATION_MS
      if (duration > 0) {
        const countdown: Countdown = { timer: undefined, startedAt: 0, remainingMs: duration }
        countdowns.set(id, countdown)
        if (!isPaused) startCountdown(id, countdown)
      }
      return id
    },
    dismiss,
    pause: (): void => {
      if (isPaused) return
      isPaused = true
      for (const countdown of countdowns.values()) {
        clearTimeout(countdown.timer)
        countdown.remainingMs -= Date.now() - countdown.startedAt
      }
    },
    resume: (): void => {
      if (!isPaused) return
      isPaused = false
      for (const [id, countdown] of countdowns) startCountdown(id, countdown)
    },
    /** Returns a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
