import type { Caller } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'

/** Refuses everybody without a personal account with FORBIDDEN: their meetings stay in the browser. */
export function memberId({ kind, id }: Caller): string {
  if (kind === 'member') return id
  throw new Refusal('FORBIDDEN', 'Sign in to a personal account to keep meetings on the server.')
}

export const notFound = () => new Refusal('NOT_FOUND', 'There is no such meeting.')
