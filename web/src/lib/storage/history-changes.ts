import { createStore } from 'zustand/vanilla'

/** Counts changes of the stored conversations that no open conversation shows, such as an import: lists load again. */
export const historyChanges = createStore<{ readonly count: number }>(() => ({ count: 0 }))

export const announceHistoryChange = (): void =>
  historyChanges.setState(({ count }) => ({ count: count + 1 }))
