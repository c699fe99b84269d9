import type { ScimFilter } from '#db/queries/organizations/provisioning.ts'
import { createScimError } from './create-scim-error.ts'

const FIELDS: Readonly<Record<string, ScimFilter['field']>> = {
  id: 'id',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  'emails[type eq "work"].value': 'email',
  externalid: 'external_id',
  active: 'is_active',
}

/** `attribute eq value`, where the value is a JSON string or a boolean; an address path may name its type. */
const TERM = /([\w.:]+(?:\[type eq "work"\]\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)/iy
const AND = /\s+and\s+/iy

/**
 * Parses a filter (RFC 7644, section 3.4.2.2): `eq` comparisons joined by `and`, all of which must hold.
 * Throws VALIDATION for anything else.
 */
export function readFilter(filter: string): readonly ScimFilter[] {
  const text = filter.trim().replace(/^\((.*)\)$/s, '$1')
  const filters: ScimFilter[] = []
  for (let offset = 0; ;) {
    TERM.lastIndex = offset
    const [term, path = '', value = ''] = TERM.exec(text) ?? []
    const condition = term === undefined ? undefined : conditionOf(path, value)
    if (term === undefined || !condition) break
    filters.push(condition)
    offset += term.length
    if (offset === text.length) return filters
    AND.lastIndex = offset
    const and = AND.exec(text)
    if (!and) break
    offset += and[0].length
  }
  throw createScimError(
    'invalidFilter',
    'Filter by userName, externalId, id or active with eq, joined by and.',
  )
}

function conditionOf(path: string, typed: string): ScimFilter | undefined {
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
  const value = textOf(typed)
  if (field === undefined || value === undefined) return undefined
  if (field === 'is_active') {
    return /^(true|false)$/i.test(value)
      ? { field, value: value.toLowerCase() === 'true' ? 1 : 0 }
      : undefined
  }
  // Email addresses are compared without case.
  return { field, value: field === 'email' ? value.toLowerCase() : value }
}

/** Filter strings use JSON syntax; databases accept no NUL. */
function textOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json.startsWith('"') ? json : json.toLowerCase())).replaceAll('\0', '')
  } catch {
    return undefined
  }
}
