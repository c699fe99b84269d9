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
  const [status, setStatus] = useState<WorkspaceStatus>({ kind: 'opening' })

  useEffect(() => {
    if (status.kind !== 'opening') return undefined
    let isWanted = true
    owner()
      .then((ownerId) => openMeetingWorkspace(api, ownerId))
      .then(
        (workspace) => isWanted && setStatus({ kind: 'open', workspace }),
        () => isWanted && setStatus({ kind: 'failed', retry: () => setStatus({ kind: 'opening' }) }),
      )
    return () => {
      isWanted = false
    }
  }, [api, owner, status.kind])

  return status
}
