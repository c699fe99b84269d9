import type { ErrorCode } from '@vee/contract/errors'
import type { z } from 'zod'
import { SCIM_ERROR, type scimError } from '@vee/contract/entities/scim'

/** Returns an error in the format of RFC 7644, section 3.12. */
export function scimErrorBody(
  code: ErrorCode,
  status: number,
  detail: string,
  details: unknown,
): z.infer<typeof scimError> {
  const scimType = typeOf(code, details)
  return {
    schemas: [SCIM_ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  }
}

function typeOf(code: ErrorCode, details: unknown): string | undefined {
  if (typeof details === 'object' && details !== null && 'scimType' in details)
    return String(details.scimType)
  if (code === 'MALFORMED_JSON') return 'invalidSyntax'
  return code === 'VALIDATION' ? 'invalidValue' : undefined
}
