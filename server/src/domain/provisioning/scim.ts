import { HOUR_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import {
  SCIM_LIST,
  type ScimOperation,
  type ScimUser,
  type ScimUserInput,
  SCIM_USER,
} from '@vee/contract/entities/accounts/scim'
import {
  findMember,
  findOrganization,
  inOrganizationTransaction,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import {
  deleteScimUserRow,
  findScimOrganization,
  findScimPerson,
  findVerifiedDomain,
  storeScimUser,
  listScimPeople,
  markScimTokenUsed,
  type ScimPersonRow,
} from '#db/queries/organizations/provisioning.ts'
import { isEmailProven } from '#db/queries/host.ts'
import { findUserByEmail, insertUser, NO_PASSWORD, replacePassword } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { hashOfToken } from '../accounts/index.ts'
import { appendAuditEntry, seatFor, removeMemberByDirectory } from '../organizations/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { attributesOf, patchAttributes, type ScimAttributes } from './scim-attributes.ts'
import { readFilter } from './scim-filter.ts'
import { createScimError } from './create-scim-error.ts'

/** Maximum and default number of users per page. */
const MAX_PAGE = 100
/** The actor of a directory in the audit log of an organization. */
const DIRECTORY = { user_id: 'scim', email: 'SCIM' }

interface ScimDependencies {
  readonly database: Database
  /** the public address of this server; undefined if it is not configured */
  readonly publicUrl: string | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** A directory that sends a request. */
interface ScimContext {
  readonly token: string | undefined
  readonly origin: string
}

interface ScimQuestion {
  readonly filter?: string | undefined
  /** from 1 */
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
}

interface ScimList {
  schemas: [typeof SCIM_LIST]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimUser[]
}

/**
 * The members of an organization as managed by its directory. Throws UNAUTHORIZED for a revoked token,
 * SEATS_EXHAUSTED if no seat is free, and LAST_ADMIN if no admin would remain. Accepts only users of the
 * organization's verified domains.
 */
export interface Scim {
  list(question: ScimQuestion, context: ScimContext): Promise<ScimList>
  /**
   * Returns an empty list: roles are managed by the organization. Directories request groups before they send
   * users.
   */
  groups(context: ScimContext): Promise<ScimList>
  /** Throws ALREADY_MEMBER for an existing user. */
  create(input: ScimUserInput, context: ScimContext): Promise<ScimUser>
  /** Throws NOT_FOUND. */
  get(id: string, context: ScimContext): Promise<ScimUser>
  /** Throws NOT_FOUND, and VALIDATION for another email address. */
  replace(id: string, input: ScimUserInput, context: ScimContext): Promise<ScimUser>
  /** Throws NOT_FOUND, and VALIDATION for a field that cannot be changed. */
  patch(id: string, operations: readonly ScimOperation[], context: ScimContext): Promise<ScimUser>
  /** Throws NOT_FOUND. */
  remove(id: string, context: ScimContext): Promise<void>
}

export function createScim(dependencies: ScimDependencies): Scim {
  const { database, publicUrl, now } = dependencies
  const baseOf = ({ origin }: ScimContext) => `${publicUrl ?? origin}/api/scim/v2`
  const authorizeDirectory = (context: ScimContext) => organizationOf(database, context.token, now())

  /** Changes a person under the organization's lock and returns the result. */
  const change = async (
    id: string,
    context: ScimContext,
    attributes: (person: ScimPersonRow) => ScimAttributes,
  ): Promise<ScimUser> => {
    const organizationId = await authorizeDirectory(context)
    return inOrganizationTransaction(database, organizationId, async (transaction) => {
      const organization = await livingOrganization(transaction, organizationId)
      const person = await personIn(transaction, organizationId, id)
      await apply(transaction, organization, person, attributes(person), now())
      return presentPerson(await personIn(transaction, organizationId, id), baseOf(context))
    })
  }

  return {
    async list({ filter, startIndex = 1, count = MAX_PAGE }, context) {
      const organizationId = await authorizeDirectory(context)
      const start = Math.max(1, startIndex)
      const limit = Math.min(MAX_PAGE, Math.max(0, count))
      const filters = filter === undefined ? [] : readFilter(filter)
      const { rows, total } = await listScimPeople(database, organizationId, filters, {
        offset: start - 1,
        limit,
      })
      const people = rows.map((row) => presentPerson(row, baseOf(context)))
      return pageOf(people, total, start)
    },

    groups: (context) => authorizeDirectory(context).then(() => pageOf([], 0, 1)),

    async create(input, context) {
      const organizationId = await authorizeDirectory(context)
      const email = plainEmail(input.userName)
      if (!isEmail(email)) throw createScimError('invalidValue', 'userName has to be an email address.')
      const attributes = attributesOf(input)
      await assertVerifiedDomain(database, organizationId, email)
      return inOrganizationTransaction(database, organizationId, async (transaction) => {
        const organization = await livingOrganization(transaction, organizationId)
        const id = await accountOf(transaction, email, attributes, now())
        const person = await findScimPerson(transaction, organizationId, id)
        if (person) {
          throw createScimError('uniqueness', 'There is a user of this userName already.', 'ALREADY_MEMBER')
        }
        const fresh = newPerson(id, email, now())
        await apply(transaction, organization, fresh, attributes, now())
        return presentPerson(await personIn(transaction, organizationId, id), baseOf(context))
      })
    },

    async get(id, context) {
      const organizationId = await authorizeDirectory(context)
      return presentPerson(await personIn(database, organizationId, id), baseOf(context))
    },

    replace: (id, input, context) =>
      change(id, context, ({ email }) => {
        if (plainEmail(input.userName) !== email) {
          throw createScimError('mutability', 'The address of an account does not change.')
        }
        return attributesOf(input)
      }),

    patch: (id, operations, context) =>
      change(id, context, (person) => patchAttributes(storedAttributes(person), operations, person.email)),

    async remove(id, context) {
      const organizationId = await authorizeDirectory(context)
      await inOrganizationTransaction(database, organizationId, async (transaction) => {
        const organization = await livingOrganization(transaction, organizationId)
        const { id: userId } = await personIn(transaction, organizationId, id)
        await removeMemberByDirectory(transaction, { organization, me: DIRECTORY }, userId, now())
        await deleteScimUserRow(transaction, organizationId, userId)
      })
    },
  }
}

const pageOf = (users: ScimUser[], totalResults: number, startIndex: number): ScimList => ({
  schemas: [SCIM_LIST],
  totalResults,
  startIndex,
  itemsPerPage: users.length,
  Resources: users,
})

async function organizationOf(database: Database, token: string | undefined, now: number): Promise<string> {
  const hash = token === undefined ? undefined : hashOfToken(token)
  const access = hash === undefined ? undefined : await findScimOrganization(database, hash)
  if (hash === undefined || !access)
    throw new DomainError('UNAUTHORIZED', 'This needs a living token of a directory.')
  if (access.used_at === null || now - access.used_at >= HOUR_MS) await markScimTokenUsed(database, hash, now)
  return access.organization_id
}

async function livingOrganization(transaction: Database, id: string): Promise<OrganizationRow> {
  const organization = await findOrganization(transaction, id)
  if (!organization) throw new DomainError('UNAUTHORIZED', 'This needs a living token of a directory.')
  return organization
}

async function personIn(database: Database, organizationId: string, id: string): Promise<ScimPersonRow> {
  const person = /^[\w-]{1,100}$/.test(id) ? await findScimPerson(database, organizationId, id) : undefined
  if (!person) throw notFound('user')
  return person
}

async function assertVerifiedDomain(
  database: Database,
  organizationId: string,
  email: string,
): Promise<void> {
  const domain = await findVerifiedDomain(database, email.slice(email.lastIndexOf('@') + 1))
  if (domain?.organization_id === organizationId) return
  throw createScimError(
    'invalidValue',
    'The domain of this address is none that the organization has verified.',
  )
}

/**
 * Returns the account of an email address. A new account is opened by an identity provider, or by a password
 * set by mail.
 */
async function accountOf(
  transaction: Database,
  email: string,
  { displayName }: ScimAttributes,
  now: number,
): Promise<string> {
  const inserted = await insertUser(transaction, {
    id: randomUUID(),
    email,
    password_hash: NO_PASSWORD,
    display_name: displayName?.slice(0, 100) ?? null,
    plan_id: 'free',
    subscription_status: 'active',
    renews_at: null,
    terms_accepted_at: now,
    created_at: now,
  })
  const user = inserted ?? (await findUserByEmail(transaction, email))
  if (!user) throw new Error('an account was neither made nor found')
  return user.id
}

/**
 * Removes the password and sessions of an account with an unverified address before it gets a seat by that
 * address: the address may belong to another person than the one who registered it.
 */
async function closeUnproven(transaction: Database, userId: string): Promise<void> {
  if (await isEmailProven(transaction, userId)) return
  await replacePassword(transaction, userId, NO_PASSWORD, undefined)
}

/** Adds or removes the seat, and stores the directory's data. */
async function apply(
  transaction: Database,
  organization: OrganizationRow,
  person: ScimPersonRow,
  attributes: ScimAttributes,
  now: number,
): Promise<void> {
  const acting = { organization, me: DIRECTORY }
  const isMember = (await findMember(transaction, organization.id, person.id)) !== undefined
  if (attributes.isActive && !isMember) {
    await assertVerifiedDomain(transaction, organization.id, person.email)
    await closeUnproven(transaction, person.id)
    const member = { user_id: person.id, email: person.email }
    const role = await seatFor(transaction, organization, member, now)
    if (role === undefined) {
      throw new DomainError('SEATS_EXHAUSTED', 'Increase the seat limit before adding more users.')
    }
    await appendAuditEntry(transaction, acting, now, {
      action: 'scim.member-added',
      target: person.email,
      after: role,
    })
  }
  if (!attributes.isActive && isMember) await removeMemberByDirectory(transaction, acting, person.id, now)
  if (isMember && hasOtherWords(storedAttributes(person), attributes)) {
    await appendAuditEntry(transaction, acting, now, { action: 'scim.member-changed', target: person.email })
  }
  await storeScimUser(transaction, {
    organization_id: organization.id,
    user_id: person.id,
    external_id: attributes.externalId,
    display_name: attributes.displayName,
    given_name: attributes.givenName,
    family_name: attributes.familyName,
    created_at: person.created_at,
    updated_at: now,
  })
}

const WORDS = ['externalId', 'displayName', 'givenName', 'familyName'] as const
const hasOtherWords = (before: ScimAttributes, after: ScimAttributes) =>
  WORDS.some((word) => before[word] !== after[word])

const storedAttributes = (person: ScimPersonRow): ScimAttributes => ({
  externalId: person.external_id,
  displayName: person.display_name,
  givenName: person.given_name,
  familyName: person.family_name,
  isActive: person.is_active === 1,
})

const newPerson = (id: string, email: string, now: number): ScimPersonRow => ({
  id,
  email,
  external_id: null,
  display_name: null,
  given_name: null,
  family_name: null,
  is_active: 0,
  created_at: now,
  updated_at: now,
})

/** `base`: address of the SCIM endpoints, without a slash at the end */
function presentPerson(person: ScimPersonRow, base: string): ScimUser {
  const { id, email, external_id, display_name, given_name, family_name } = person
  return {
    schemas: [SCIM_USER],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: email,
    ...((given_name !== null || family_name !== null) && {
      name: {
        ...(given_name !== null && { givenName: given_name }),
        ...(family_name !== null && { familyName: family_name }),
      },
    }),
    ...(display_name !== null && { displayName: display_name }),
    emails: [{ value: email, type: 'work', primary: true }],
    active: person.is_active === 1,
    meta: {
      resourceType: 'User',
      created: new Date(person.created_at).toISOString(),
      lastModified: new Date(person.updated_at).toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}
