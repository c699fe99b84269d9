import { createStore } from 'zustand'

/** How often files have changed their owner on this page. */
export const movedFiles = createStore(() => ({ count: 0 }))

/** A visitor's files are the account's from now on: those that were asked for too early can be loaded. */
export const noteMovedFiles = (): void => movedFiles.setState(({ count }) => ({ count: count + 1 }))
