import type { ErrorCode } from '@vee/contract/errors'
import { DomainError } from '../domain-error.ts'

/** RFC 7644, table 9. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal that says to a directory what kind of mistake it made. */
export const scimRefusal = (scimType: ScimType, message: string, code: ErrorCode = 'VALIDATION') =>
  new DomainError(code, message, { details: { scimType } })
