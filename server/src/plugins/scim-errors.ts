import type { ErrorCode } from '@vee/contract/errors'
import { SCIM_ERROR } from '@vee/contract/entities/scim'

/** An error as RFC 7644, section 3.12 has it: `status` is a text there. */
export function scimErrorBody(code: ErrorCode, status: number, detail: string, details: unknown): object {
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
