import type { ErrorCode } from '@vee/contract/errors'
import { DomainError } from '../errors/domain-error.ts'

/** RFC 7644, table 9. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** Returns a DomainError with the type of mistake for a directory. */
export const createScimError = (scimType: ScimType, message: string, code: ErrorCode = 'VALIDATION') =>
  new DomainError(code, message, { details: { scimType } })
