/** Returns the state of the history entry of an open overlay. */
export const entryOfOverlay = (id: number) => ({ veeOverlay: id })

/**
 * Returns true if the current history entry belongs to an open overlay, so that a navigation replaces it.
 * @param id of the overlay; without it, any
 */
export function isOverlayEntry(id?: number): boolean {
  const state: unknown = globalThis.history.state
  if (typeof state !== 'object' || state === null || !('veeOverlay' in state)) return false
  return id === undefined || state.veeOverlay === id
}
