import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/**
 * Counts changes that other users or tabs made to the user's teams. Everything that depends on shared content
 * or a pool is reloaded when it changes.
 */
export const useTeamChanges = create<{ readonly round: number }>(() => ({ round: 0 }))

/** Calls the listener at every change, while the component is mounted. */
export function useOnTeamChange(listener: () => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => useTeamChanges.subscribe(() => latest.current()), [])
}

const expected = new Set<string>()

/** Leaves or deletes a team in this tab, without a notice to the user about it. */
export async function leaveWithoutNotice(
  organizationId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  expected.add(organizationId)
  try {
    await work()
  } catch (error) {
    expected.delete(organizationId)
    throw error
  }
}

/** Returns whether the user did it here; resets after one call. */
export const wasLeftByUser = (organizationId: string) => expected.delete(organizationId)
