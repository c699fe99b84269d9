import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingAction } from '@vee/contract/http/meetings/meetings'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { useState } from 'react'
import { currentLanguage } from '#i18n/index.ts'
import { type Format, writeMeetings } from '../files/write-file.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'

/** An action on several meetings, with its undo. */
export interface Undoable {
  readonly ids: readonly string[]
  readonly action: Exclude<MeetingAction, 'restore'>
}

const BACK = { archive: 'unarchive', unarchive: 'archive', delete: 'restore' } as const

interface MeetingActionsOptions {
  readonly repository: MeetingRepository
  /** whether meetings that others share are listed */
  readonly isShared: boolean
  readonly onOpen: (meeting: Meeting) => void
  /** called after an action on meetings of the list */
  readonly onChanged: () => void
}

/** Returns the actions on meetings of a list. A failure sets `hasFailed` until the next action. */
export function useMeetingActions({ repository, isShared, onOpen, onChanged }: MeetingActionsOptions) {
  const [hasFailed, setFailed] = useState(false)
  const [last, setLast] = useState<Undoable | undefined>()

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailed(false)
    await work().catch(() => setFailed(true))
  }
  const act = (ids: readonly string[], action: MeetingAction) =>
    attempt(async () => {
      await repository.changeMany(ids, action)
      setLast(action === 'restore' ? undefined : { ids, action })
      onChanged()
    })
  return {
    hasFailed,
    /** the last action; undefined if it cannot be undone */
    last,
    attempt,
    act,
    undo: async ({ ids, action }: Undoable) => {
      await act(ids, BACK[action])
      setLast(undefined)
    },
    create: (fields: MeetingChange) => attempt(async () => onOpen(await repository.create(fields))),
    open: (id: string) => attempt(async () => onOpen(await repository.get(id))),
    write: (format: Format, ids?: readonly string[]) =>
      attempt(async () =>
        writeMeetings(await repository.all(ids ?? (isShared ? 'shared' : 'own')), format, currentLanguage()),
      ),
  }
}
