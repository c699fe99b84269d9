import { MAX_ORGANIZATION_NAME_LENGTH } from '@vee/contract/entities/teams/organization-limits'
import { invalid } from '../accounts/index.ts'

/** True for text that mail programs turn into a link: `https://…`, `www.…`, `evil.example`, `name@…`. */
const isAddress = (word: string) =>
  word.includes('://') ||
  word.includes('@') ||
  /^\W?www\./iu.test(word) ||
  /[\p{L}\p{N}]\.\p{L}{2}/u.test(word)

/** Returns an organization's name without spaces around it. Throws VALIDATION, with `whenEmpty` for an empty one. */
export function goodName(typed: string | undefined, whenEmpty: string): string {
  const name = typed?.trim() ?? ''
  if (name === '') throw invalid('name', whenEmpty)
  if (Array.from(name).length > MAX_ORGANIZATION_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw invalid('name', `Use at most ${MAX_ORGANIZATION_NAME_LENGTH} plain characters for the name.`)
  }
  // Names appear in mails to people who did not request them.
  if (withoutAddresses(name) !== name) throw invalid('name', 'Use a name without web or email addresses.')
  return name
}

/** Returns the name as it may appear in a mail. Names chosen before November 2026 may contain addresses. */
export const withoutAddresses = (name: string) =>
  name
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? '…' : word))
    .join('')
