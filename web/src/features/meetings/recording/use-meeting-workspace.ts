import { useEffect, useState } from 'react'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { type MeetingWorkspace, openMeetingWorkspace } from './meeting-workspace.ts'

type WorkspaceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly workspace: MeetingWorkspace }
  /** the owner, or the place of the meetings, could not be determined */
  | { readonly kind: 'failed'; readonly retry: () => void }

/** Returns the workspace of the current user. It stays open after unmounting. */
export function useMeetingWorkspace({ owner, api }: Pick<AgentViewProps, 'owner' | 'api'>): WorkspaceStatus {
  const [known, setKnown] = useState<WorkspaceStatus>({ kind: 'opening' })

  useEffect(() => {
    if (known.kind !== 'opening') return undefined
    let isWanted = true
    owner()
      .then((ownerId) => openMeetingWorkspace(api, ownerId))
      .then(
        (workspace) => isWanted && setKnown({ kind: 'open', workspace }),
        () => isWanted && setKnown({ kind: 'failed', retry: () => setKnown({ kind: 'opening' }) }),
      )
    return () => {
      isWanted = false
    }
  }, [api, owner, known.kind])

  return known
}
