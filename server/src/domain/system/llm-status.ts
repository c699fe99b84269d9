import type { LlmStatus } from '@vee/contract/http/system'
import type { Availability } from '#providers/failure.ts'

export interface LlmStatusDependencies {
  /** returns the availability of every provider by id */
  readonly availability: () => Promise<Readonly<Record<string, Availability>>>
  /** returns the providers, of which an endpoint is another object after a change */
  readonly providers: () => readonly object[]
  /** returns the display name of a provider */
  readonly nameOf: (id: string) => string | undefined
  /** returns whether a provider fails, by its latest replies */
  readonly isFailing: (id: string) => boolean
  /** returns true if POST /stt has a provider */
  readonly canTranscribe: () => Promise<boolean>
  /** returns the operator's notice to all users */
  readonly notice: () => Promise<LlmStatus['notice']>
  /** returns true until the first account is created, if that account administers this server */
  readonly awaitsHost: () => Promise<boolean>
  /** returns true if this server has plans with prices */
  readonly hasPlans: () => boolean
  /** id of the provider that replies without a model */
  readonly builtInId: string
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Clients poll every 30 s each; one check is cached for all requests within this time, in ms, until an endpoint is changed. */
const FRESH_MS = 5_000

/** Returns whether an assistant can reply, and what each provider needs. */
export function createLlmStatus({
  availability,
  providers,
  nameOf,
  isFailing,
  canTranscribe,
  notice,
  awaitsHost,
  hasPlans,
  builtInId,
  now,
}: LlmStatusDependencies): () => Promise<LlmStatus> {
  const readStatus = async () => ({
    ...statusOf(await availability(), builtInId, { nameOf, isFailing }),
    canTranscribe: await canTranscribe(),
    notice: await notice(),
    ...((await awaitsHost()) && { awaitsHost: true as const }),
    ...(hasPlans() && { hasPlans: true as const }),
  })
  let latest: CachedStatus | undefined
  return () => {
    const current = providers()
    if (!latest || now() - latest.checkedAt >= FRESH_MS || !hasSameItems(latest.providers, current)) {
      latest = { checkedAt: now(), providers: current, status: readStatus() }
    }
    return latest.status
  }
}

interface CachedStatus {
  readonly checkedAt: number
  readonly providers: readonly object[]
  readonly status: Promise<LlmStatus>
}

const hasSameItems = (before: readonly object[], after: readonly object[]): boolean =>
  before.length === after.length && before.every((item, index) => item === after[index])

function statusOf(
  providers: Readonly<Record<string, Availability>>,
  builtInId: string,
  { nameOf, isFailing }: Pick<LlmStatusDependencies, 'nameOf' | 'isFailing'>,
): Pick<LlmStatus, 'ready' | 'message' | 'providers'> {
  const available = Object.keys(providers).filter((id) => providers[id]?.available)
  const withAway = Object.entries(providers).map(([id, state]) => {
    const isAway = isFailing(id) || (ENDPOINT.test(id) && !state.available)
    const name = nameOf(id)
    return [
      id,
      { ...state, ...(name !== undefined && { name }), ...(isAway && { isAway: true as const }) },
    ] as const
  })
  return {
    ready: available.length > 0,
    message: messageOf(available, providers, builtInId),
    providers: Object.fromEntries(withAway),
  }
}

/** Ids of endpoints: a host or a team entered them, so one that is unavailable is away, and not just unused. */
const ENDPOINT = /^ep-/

function messageOf(
  available: readonly string[],
  providers: Readonly<Record<string, Availability>>,
  builtInId: string,
): string {
  if (available.length === 0) return 'LLM services are unavailable.'
  if (available.some((id) => id !== builtInId)) return 'A language model is ready.'
  const settings = Object.values(providers).flatMap(({ envVar }) => envVar ?? [])
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(settings)
  return `Only the built-in responder answers, without a language model. To connect one, open /host, or set ${names} and start Vee again.`
}
