import type { ScimOperation, ScimUserInput } from '@vee/contract/entities/accounts/scim'
import { withoutNul } from '#lib/without-nul.ts'
import { createScimError } from './create-scim-error.ts'

/** The attributes of a user that a directory may change. */
export interface ScimAttributes {
  readonly externalId: string | null
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  /** true if the user holds a seat */
  readonly isActive: boolean
}

/**
 * Returns all attributes for a request that replaces the whole user. Attributes left out are cleared, except
 * `active`, which defaults to true.
 */
export function attributesOf({ externalId, displayName, name, active }: ScimUserInput): ScimAttributes {
  return {
    externalId: textOf(externalId),
    displayName: textOf(displayName),
    givenName: textOf(name?.givenName),
    familyName: textOf(name?.familyName),
    isActive: active === null || active === undefined ? true : booleanOf(active),
  }
}

type Change = Partial<ScimAttributes>

/** Attribute names are case-insensitive (RFC 7643, section 2.1). */
const SETTERS: Readonly<Record<string, (value: unknown) => Change>> = {
  externalid: (value) => ({ externalId: textOf(value) }),
  displayname: (value) => ({ displayName: textOf(value) }),
  'name.givenname': (value) => ({ givenName: textOf(value) }),
  'name.familyname': (value) => ({ familyName: textOf(value) }),
  active: (value) => ({ isActive: booleanOf(value) }),
}
/**
 * Attributes of the standard that are not stored. They are ignored without an error, as servers may (RFC
 * 7644, section 3.3).
 */
const LEFT_OUT =
  /^(emails|phonenumbers|addresses|photos|ims|roles|entitlements|groups|x509certificates|title|nickname|profileurl|usertype|preferredlanguage|locale|timezone|manager|organization|division|department|costcenter|employeenumber|name\.(formatted|middlename|honorificprefix|honorificsuffix)|schemas|meta|urn:)/

/** Applies the operations of a PATCH in order. `userName` identifies the user. Throws VALIDATION. */
export function patchAttributes(
  before: ScimAttributes,
  operations: readonly ScimOperation[],
  userName: string,
): ScimAttributes {
  const changes = operations.map((operation) => changeOf(operation, userName))
  return Object.assign({ ...before }, ...changes) as ScimAttributes
}

function changeOf({ op, path, value }: ScimOperation, userName: string): Change {
  const isRemoval = op.toLowerCase() === 'remove'
  if (path !== undefined) return changeAt(plainPath(path), isRemoval ? null : value, isRemoval, userName)
  if (isRemoval) throw createScimError('noTarget', 'To remove something, name it by its path.')
  return changesIn(value, '', userName)
}

/** A value without a path is an object with attributes by name. */
function changesIn(value: unknown, prefix: string, userName: string): Change {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw createScimError('invalidValue', 'Without a path the value has to hold attributes.')
  }
  const changes = Object.entries(value).map(([name, inner]) =>
    changeAt(plainPath(prefix + name), inner, false, userName),
  )
  return Object.assign({}, ...changes) as Change
}

/** Returns the path in lower case, without the URN of the schema that all attributes share. */
const plainPath = (path: string) =>
  path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')

function changeAt(path: string, value: unknown, isRemoval: boolean, userName: string): Change {
  if (path === 'username' || path === 'id') {
    if (path === 'username' && typeof value === 'string' && value.toLowerCase() === userName) return {}
    throw createScimError('mutability', 'The address of an account does not change.')
  }
  if (path === 'name') {
    if (isRemoval) return { givenName: null, familyName: null }
    return changesIn(value, 'name.', userName)
  }
  if (path === 'active' && isRemoval) return { isActive: true }
  const set = Object.hasOwn(SETTERS, path) ? SETTERS[path] : undefined
  if (set) return set(value)
  if (LEFT_OUT.test(path)) return {}
  throw createScimError('invalidPath', 'There is no such attribute.')
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' || value.length > 1_000) {
    throw createScimError('invalidValue', 'This has to be a text of at most 1,000 characters.')
  }
  return withoutNul(value).trim() || null
}

function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw createScimError('invalidValue', 'active has to be true or false.')
}
