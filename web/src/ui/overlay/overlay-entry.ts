/** The state of the history entry that stands for something open. */
export const entryOfOverlay = (id: number) => ({ veeOverlay: id })

/**
 * Whether the current history entry only stands for something open, so that a navigation from there replaces it.
 *
 * @param id of what is open; without it, anything
 */
export function isOverlayEntry(id?: number): boolean {
  const state: unknown = globalThis.history.state
  if (typeof state !== 'object' || state === null || !('veeOverlay' in state)) return false
  return id === undefined || state.veeOverlay === id
}
