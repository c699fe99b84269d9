import { useState, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { ChatState } from './chat-state.ts'

/**
 * Share of the time that rendering a growing text may take: after 4 ms of it, the next one follows 12 ms
 * later.
 */
const SHARE = 1 / 4
/** Maximum time for which text is withheld, in ms. */
const LONGEST_WAIT_MS = 120

/**
 * The text of a running reply, passed on as often as its rendering allows; undefined when the reply does not
 * run.
 */
interface PacedText {
  readonly text: () => string | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** records the duration of the last rendering, in ms */
  readonly tellCost: (ms: number) => void
}

/** A cheap text passes through before the next paint; the end of a reply always does. */
export function createPacedText(
  state: Pick<StoreApi<ChatState>, 'getState' | 'subscribe'>,
  replyId: string,
): PacedText {
  const listeners = new Set<() => void>()
  let shown: string | undefined
  let nextAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave: (() => void) | undefined

  function now(): string | undefined {
    const { running } = state.getState()
    return running?.replyId === replyId ? running.text : undefined
  }
  function take(): void {
    clearTimeout(timer)
    timer = undefined
    shown = now()
    for (const listener of listeners) listener()
  }
  function follow(): void {
    const text = now()
    if (text === shown) return
    const wait = text === undefined || shown === undefined ? 0 : nextAt - performance.now()
    if (wait <= 0) take()
    else timer ??= setTimeout(take, wait)
  }

  return {
    text: () => (listeners.size > 0 ? shown : now()),
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = now()
        leave = state.subscribe(follow)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
        leave?.()
      }
    },
    tellCost(ms) {
      nextAt = performance.now() + Math.min(LONGEST_WAIT_MS, ms / SHARE - ms)
    },
  }
}

/**
 * Returns the reply's growing text. Call `tellCost` with the duration of each rendering: one paint takes one
 * rendering.
 */
export function usePacedText(
  state: StoreApi<ChatState>,
  replyId: string,
): [text: string | undefined, tellCost: (ms: number) => void] {
  const [paced] = useState(() => createPacedText(state, replyId))
  return [useSyncExternalStore(paced.subscribe, paced.text), paced.tellCost]
}
