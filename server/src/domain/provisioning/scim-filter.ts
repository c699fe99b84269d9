import type { ScimFilter } from '#db/queries/provisioning.ts'
import { scimRefusal } from './scim-refusal.ts'

const FIELDS: Readonly<Record<string, ScimFilter['field']>> = {
  id: 'id',
  username: 'email',
  'emails.value': 'email',
  emails: 'email',
  externalid: 'external_id',
}

/** `attribute eq "text"`, which is what directories ask (RFC 7644, section 3.4.2.2). Refuses all else with VALIDATION. */
export function readFilter(filter: string): ScimFilter {
  const [, path = '', json = ''] = /^\s*([\w.:]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter) ?? []
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
  const value = field && textOf(json)
  if (field === undefined || value === undefined) {
    throw scimRefusal('invalidFilter', 'Filter by userName, externalId or id with eq and a text in quotes.')
  }
  // Addresses are told apart without regard to case.
  return { field, value: field === 'email' ? value.toLowerCase() : value }
}

/** The strings of filters are those of JSON; no database takes NUL. */
function textOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json)).replaceAll('\0', '')
  } catch {
    return undefined
  }
}
