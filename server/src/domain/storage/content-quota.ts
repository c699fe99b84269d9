import { QuotaExceeded, type ContentQuota } from '#db/queries/content-bytes.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Limits of a member's content, and of the content of one response. */
export interface MemberContentQuota extends ContentQuota {
  readonly meetingsBytes: number
}

export const MEMBER_CONTENT_QUOTA: MemberContentQuota = {
  conversationBytes: 4_000_000,
  conversationsBytes: 200_000_000,
  conversationMessages: 10_000,
  meetingsBytes: 200_000_000,
}

const MESSAGES: Readonly<Record<QuotaExceeded['of'], string>> = {
  conversation: 'This conversation has reached its maximum length. Start a new one.',
  conversations:
    'There is no more room for conversations. Delete older ones; their room is free ten minutes later.',
  meetings: 'There is no more room for meetings. Delete older ones; their room is free ten minutes later.',
}

/** Resolves like the work. Throws STORAGE_FULL if there is no room. */
export async function withinQuota<R>(work: Promise<R>): Promise<R> {
  try {
    return await work
  } catch (error) {
    if (error instanceof QuotaExceeded) throw new DomainError('STORAGE_FULL', MESSAGES[error.of])
    throw error
  }
}
