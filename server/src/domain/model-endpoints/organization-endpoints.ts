import { HOUR_MS } from '@vee/contract/time/durations'
import type { EndpointTest, ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import type {
  OrganizationEndpoint,
  OrganizationEndpointDraft,
} from '@vee/contract/entities/teams/organization-endpoint'
import { type AuditAction } from '@vee/contract/entities/teams/organization'
import { MAX_ORGANIZATION_ENDPOINTS } from '@vee/contract/entities/teams/organization-limits'
import {
  readOrganizationEndpoints,
  storeOrganizationEndpoints,
} from '#db/queries/organizations/organization-endpoints.ts'
import { inOrganizationTransaction } from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter, type UseLimit } from '../money/rate-limits/limiter.ts'
import { appendAuditEntry, assertValidId, memberAccessIn } from '../organizations/index.ts'
import {
  connectionForTest,
  findEndpoint,
  newEndpoint,
  presentEndpoint,
  testedWithItsKey,
  type TestDraft,
  updateIn,
  type VersionedUpdate,
} from './endpoint-changes.ts'
import { type EndpointSealing, parseEndpoints, type StoredEndpoint } from './endpoint-store.ts'

/** Tests of endpoints by one organization in an hour. */
const TESTS_PER_HOUR = 60

type OrganizationUpdate = Pick<VersionedUpdate, 'version' | 'position' | keyof OrganizationEndpointDraft>

/**
 * Endpoints of language models that an organization brings for its members. Every method throws NOT_FOUND for
 * outsiders and FORBIDDEN for members who are not admins.
 */
export interface OrganizationEndpoints {
  list(organizationId: string, caller: Caller): Promise<OrganizationEndpoint[]>
  /** Throws VALIDATION for an address that is not allowed, or if there are as many endpoints as allowed. */
  create(
    organizationId: string,
    draft: OrganizationEndpointDraft,
    caller: Caller,
  ): Promise<OrganizationEndpoint>
  /**
   * Throws VALIDATION for an address that is not allowed, NOT_FOUND, and EDIT_CONFLICT if the endpoint changed since
   * `version`. A key is preserved only for its server.
   */
  update(
    organizationId: string,
    id: string,
    change: OrganizationUpdate,
    caller: Caller,
  ): Promise<OrganizationEndpoint>
  remove(organizationId: string, id: string, caller: Caller): Promise<void>
  /** Throws RATE_LIMITED, and NOT_FOUND for an unknown `id`. */
  test(organizationId: string, draft: TestDraft, caller: Caller, signal: AbortSignal): Promise<EndpointTest>
}

interface OrganizationEndpointsDependencies {
  readonly database: Database
  readonly sealing: EndpointSealing
  /** connections of organizations' endpoints, which lead to allowed networks only */
  readonly dispatcher: NonNullable<EndpointConnection['dispatcher']>
  /** whether an organization may use an address */
  readonly isAllowedUrl: (url: string) => Promise<boolean>
  readonly testEndpoint: (connection: EndpointConnection, signal: AbortSignal) => Promise<EndpointTest>
  /** of the provider with the endpoint's id */
  readonly troubleOf: (id: string) => ProviderTrouble | undefined
  /** called with the id of an endpoint that passed its test */
  readonly onPassedTest: (id: string) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createOrganizationEndpoints({
  database,
  sealing,
  dispatcher,
  isAllowedUrl,
  testEndpoint,
  troubleOf,
  onPassedTest,
  now,
}: OrganizationEndpointsDependencies): OrganizationEndpoints {
  const present = (endpoint: StoredEndpoint): OrganizationEndpoint => {
    const {
      access: _,
      transcriptionModel: __,
      speechModel: ___,
      ...presented
    } = presentEndpoint(endpoint, sealing, troubleOf(endpoint.id))
    return presented
  }
  async function assertAllowed(baseUrl: string | undefined): Promise<void> {
    if (baseUrl === undefined || (await isAllowedUrl(baseUrl))) return
    throw invalid(
      'baseUrl',
      'Use an https:// address on the public internet. The host can allow other networks.',
    )
  }

  /** Changes the list in one transaction, with an audit entry. */
  async function change<R>(
    organizationId: string,
    caller: Caller,
    work: (endpoints: readonly StoredEndpoint[]) => {
      readonly endpoints: readonly StoredEndpoint[]
      readonly action: AuditAction
      readonly target: string
      readonly result: R
    },
  ): Promise<R> {
    assertValidId(organizationId)
    return inOrganizationTransaction(database, organizationId, async (transaction) => {
      const access = await memberAccessIn(transaction, caller, organizationId, 'admin')
      const { endpoints, action, target, result } = work(await read(transaction, organizationId))
      await storeOrganizationEndpoints(transaction, organizationId, JSON.stringify(endpoints))
      await appendAuditEntry(transaction, access, now(), { action, target })
      return result
    })
  }

  return {
    async list(organizationId, caller) {
      await memberAccessIn(database, caller, organizationId, 'admin')
      return (await read(database, organizationId)).map(present)
    },

    async create(organizationId, draft, caller) {
      // Before the address is looked up: outsiders must not make the server do that.
      await memberAccessIn(database, caller, organizationId, 'admin')
      await assertAllowed(draft.baseUrl)
      return change(organizationId, caller, (endpoints) => {
        const hostOnly = {
          access: { kind: 'signed-in' },
          transcriptionModel: null,
          speechModel: null,
        } as const
        const created = newEndpoint({ ...draft, ...hostOnly }, endpoints, sealing, MAX_ORGANIZATION_ENDPOINTS)
        const result = present(created)
        return { endpoints: [...endpoints, created], action: 'endpoint.added', target: created.name, result }
      })
    },

    async update(organizationId, id, update, caller) {
      await memberAccessIn(database, caller, organizationId, 'admin')
      await assertAllowed(update.baseUrl)
      return change(organizationId, caller, (before) => {
        const { endpoints, changed } = updateIn(before, id, update, sealing)
        return { endpoints, action: 'endpoint.changed', target: changed.name, result: present(changed) }
      })
    },

    remove: (organizationId, id, caller) =>
      change(organizationId, caller, (endpoints) => {
        const removed = findEndpoint(endpoints, id)
        return {
          endpoints: endpoints.filter((endpoint) => endpoint !== removed),
          action: 'endpoint.removed',
          target: removed.name,
          result: undefined,
        }
      }),

    async test(organizationId, draft, caller, signal) {
      await memberAccessIn(database, caller, organizationId, 'admin')
      await new Limiter(databaseCounters(database), now).use(testsOf(organizationId))
      const stored = draft.id === undefined ? [] : await read(database, organizationId)
      const connection = connectionForTest(draft, stored, sealing)
      const result = await testEndpoint({ ...connection, organizationId, dispatcher }, signal)
      const tested = testedWithItsKey(draft, stored)
      if (tested && result.isWorking) onPassedTest(tested.id)
      return result
    },
  }
}

const read = async (database: Database, organizationId: string) =>
  parseEndpoints((await readOrganizationEndpoints(database, organizationId))?.endpoints)

const testsOf = (organizationId: string): UseLimit => ({
  key: `endpoint tests of ${organizationId}`,
  limit: TESTS_PER_HOUR,
  window: HOUR_MS,
  message: 'Too many tests of endpoints this hour; try again later.',
})
