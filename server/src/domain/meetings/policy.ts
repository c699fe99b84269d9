import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingRow } from '#db/queries/meetings/meetings.ts'
import type { ReaderColumns } from '#db/queries/organizations/shares.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { meetingOf } from './rows.ts'

/** Throws FORBIDDEN for callers without an account: their meetings stay in the browser. */
export function memberId({ kind, id }: Caller): string {
  if (kind === 'member') return id
  throw new DomainError('FORBIDDEN', 'Sign in to a personal account to store meetings on the server.')
}

export const meetingNotFound = () => notFound('meeting')

/** Returns a meeting as this user sees it: without sharing details for the owner. */
export const seenBy = (userId: string, row: MeetingRow & ReaderColumns): Meeting =>
  meetingOf(row.user_id === userId ? { ...row, editing: null } : row)

export function assertOwner({ sharedBy }: Meeting): void {
  if (sharedBy?.right !== 'use') return
  throw new DomainError('FORBIDDEN', 'You may read this meeting, and not change it.')
}

/** Throws if fields change that only the owner may set: storage, and whether the audio is stored. */
export function assertOwnerFieldsUnchanged(before: Meeting, after: Meeting): void {
  if (!before.sharedBy) return
  if (before.archived === after.archived && before.keepsSound === after.keepsSound) return
  throw new DomainError('FORBIDDEN', 'Only the owner can archive a meeting or store its audio.')
}
