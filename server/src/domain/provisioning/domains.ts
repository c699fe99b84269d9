import { notFound } from '../errors/domain-error.ts'
import { HOUR_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { OrganizationDomain } from '@vee/contract/entities/accounts/provisioning'
import { inOrganizationTransaction } from '#db/queries/organizations/organizations.ts'
import {
  deleteDomain,
  type DomainRow,
  findVerifiedDomain,
  insertDomain,
  selectDomainRows,
  markDomainVerified,
} from '#db/queries/organizations/provisioning.ts'
import type { Database } from '#db/schema.ts'
import { invalid, newToken } from '../accounts/index.ts'
import {
  type RequestContext,
  appendAuditEntry,
  assertValidId,
  memberAccessIn,
} from '../organizations/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter, type UseLimit } from '../money/rate-limits/limiter.ts'

/** Maximum number of DNS lookups for one organization in an hour. */
const LOOKS_PER_HOUR = 60
/** Domains that one organization may claim. */
const MAX_DOMAINS = 20
/** At least two labels of letters, digits and hyphens (RFC 1123). */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * Returns the TXT records of a name, each joined into one string; an empty list if there are none. Rejects if
 * DNS does not respond.
 */
export type ResolveTxt = (name: string) => Promise<readonly string[]>

interface DomainsDependencies {
  readonly database: Database
  readonly resolveTxt: ResolveTxt
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Manages the mail domains that organizations have verified as theirs. Throws FORBIDDEN or NOT_FOUND for
 * callers who are not admins.
 */
export interface Domains {
  list(id: string, context: RequestContext): Promise<OrganizationDomain[]>
  /** Throws VALIDATION for an invalid domain, or one already claimed by this organization. */
  claim(id: string, domain: string, context: RequestContext): Promise<OrganizationDomain>
  /**
   * Throws VALIDATION if the DNS record is missing or the domain belongs to another organization, and
   * RATE_LIMITED.
   */
  verify(id: string, domainId: string, context: RequestContext): Promise<OrganizationDomain>
  remove(id: string, domainId: string, context: RequestContext): Promise<void>
}

export function createDomains({ database, resolveTxt, now }: DomainsDependencies): Domains {
  return {
    async list(id, { caller }) {
      await memberAccessIn(database, caller, id, 'admin')
      return (await selectDomainRows(database, id)).map(presentDomain)
    },

    async claim(id, typed, { caller }) {
      assertValidId(id)
      return inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const domain = goodDomain(typed)
        const existing = await selectDomainRows(transaction, id)
        if (existing.some((row) => row.domain === domain)) {
          throw invalid('domain', 'This domain is in the list already.')
        }
        if (existing.length >= MAX_DOMAINS) throw invalid('domain', `Claim at most ${MAX_DOMAINS} domains.`)
        const row: DomainRow = {
          id: randomUUID(),
          organization_id: id,
          domain,
          token: newToken(),
          created_at: now(),
          verified_at: null,
        }
        await insertDomain(transaction, row)
        await appendAuditEntry(transaction, access, now(), { action: 'domain.claimed', target: domain })
        return presentDomain(row)
      })
    },

    async verify(id, domainId, { caller }) {
      await memberAccessIn(database, caller, id, 'admin')
      const { domain, token } = await find(database, id, domainId)
      await new Limiter(databaseCounters(database), now).use(lookupsOf(id))
      if (!(await isShown(resolveTxt, domain, token))) {
        throw invalid('domain', 'The TXT record was not found. DNS changes can take a while.')
      }
      // Two organizations that verify the same domain concurrently wait for the same lock.
      return inOrganizationTransaction(database, `domain ${domain}`, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const row = await find(transaction, id, domainId)
        const owner = await findVerifiedDomain(transaction, domain)
        if (owner && owner.id !== domainId) {
          throw invalid('domain', 'Another organization has verified this domain.')
        }
        if (row.verified_at === null) {
          await markDomainVerified(transaction, domainId, now())
          await appendAuditEntry(transaction, access, now(), { action: 'domain.verified', target: domain })
        }
        return { ...presentDomain(row), isVerified: true }
      })
    },

    async remove(id, domainId, { caller }) {
      assertValidId(id)
      await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const { domain } = await find(transaction, id, domainId)
        await deleteDomain(transaction, domainId)
        await appendAuditEntry(transaction, access, now(), { action: 'domain.removed', target: domain })
      })
    },
  }
}

/** Throws NOT_FOUND. */
async function find(transaction: Database, id: string, domainId: string): Promise<DomainRow> {
  const row = (await selectDomainRows(transaction, id)).find((candidate) => candidate.id === domainId)
  if (!row) throw notFound('domain')
  return row
}

/**
 * Returns the normalized domain. A leading @ is removed, because users write domains of addresses that way.
 * Throws VALIDATION.
 */
function goodDomain(typed: string): string {
  const domain = domainToASCII(typed.trim().toLowerCase().replace(/^@/, ''))
  if (!DOMAIN.test(domain)) throw invalid('domain', 'Enter a domain like example.org.')
  return domain
}

async function isShown(resolveTxt: ResolveTxt, domain: string, token: string): Promise<boolean> {
  const { name, value } = recordOf(domain, token)
  try {
    return (await resolveTxt(name)).includes(value)
  } catch {
    throw invalid('domain', 'DNS did not answer. Try again in a moment.')
  }
}

/** The record has its own name, so that it conflicts with no other record. */
const recordOf = (domain: string, token: string) => ({
  name: `_vee-domain.${domain}`,
  value: `vee-domain=${token}`,
})

function presentDomain({ id, domain, token, verified_at }: DomainRow): OrganizationDomain {
  return { id, domain, record: recordOf(domain, token), isVerified: verified_at !== null }
}

const lookupsOf = (id: string): UseLimit => ({
  key: `domain looks of ${id}`,
  limit: LOOKS_PER_HOUR,
  window: HOUR_MS,
  message: 'Too many DNS lookups this hour; try again later.',
})
