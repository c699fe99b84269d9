import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/**
 * Counts what others, or other tabs, changed about the teams of whoever is signed in. Whatever shows something that a team
 * shares, or spends of its pool, asks for it anew when this counts on.
 */
export const useTeamNews = create<{ readonly round: number }>(() => ({ round: 0 }))

/** Calls it whenever that counts on, for as long as the component is there. */
export function useOnTeamNews(listener: () => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => useTeamNews.subscribe(() => latest.current()), [])
}

const expected = new Set<string>()

/** Leaves a team, or closes it, here: that it is gone then is no news to the user. */
export async function goneByUser(organizationId: string, work: () => Promise<unknown>): Promise<void> {
  expected.add(organizationId)
  try {
    await work()
  } catch (error) {
    expected.delete(organizationId)
    throw error
  }
}

/** Whether the user did it here; asked once. */
export const wasGoneByUser = (organizationId: string) => expected.delete(organizationId)
