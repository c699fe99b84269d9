import { useStore } from 'zustand'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { useRuntime } from '../runtime-context.ts'
import { lazyPart } from './lazy-part.ts'
import { PartBoundary } from './part-boundary.tsx'

const ServerNotice = lazyPart(
  async () => (await import('#features/system/server-notice/server-notice.tsx')).ServerNotice,
  undefined,
  PATIENT_TRIES,
)

interface ServerNoticePartProps {
  /** one line of the dock; by default a bar that shows the whole text */
  readonly isLine?: boolean
}

/** The host's notice to all users, if there is one. */
export function ServerNoticePart({ isLine = false }: ServerNoticePartProps) {
  const { shell } = useRuntime()
  const notice = useStore(shell.service.store, ({ outcome }) =>
    outcome?.kind === 'answered' ? outcome.status.notice : undefined,
  )
  return (
    notice && (
      <PartBoundary isQuiet>
        <ServerNotice notice={notice} isLine={isLine} />
      </PartBoundary>
    )
  )
}
