import type { AgentId } from '@vee/contract/entities/agent-ids'
import { findPersona, storePersona, removePersona } from '#db/queries/personas.ts'
import type { Database } from '#db/schema.ts'
import { callerKeyOf, type Caller } from '../../accounts/index.ts'
import type { AgentCatalogue } from '../catalogue/index.ts'

/** Maximum number of personas stored per member; the oldest are deleted. */
const MAX_PER_MEMBER = 500
/**
 * Maximum number of personas cached in memory for callers without an account; the least recently used are
 * evicted.
 */
const MAX_IN_MEMORY = 10_000
/** Limit for one caller without an account, so that a single caller cannot evict all others. */
const MAX_PER_CALLER = 50

interface PersonaScope {
  /** an id or alias */
  readonly agentId: string
  readonly conversationId: string
}

/** Stores how a user wants an agent to speak in a conversation, for the replies that follow. */
export interface Personas {
  /**
   * Stores the trimmed text; an empty string or null removes it. Returns the stored value. Throws
   * AGENT_UNKNOWN or AGENT_TIER_REQUIRED.
   */
  set(caller: Caller, scope: PersonaScope, persona: string | null): Promise<string | null>
  of(caller: Caller, agentId: AgentId, conversationId: string): Promise<string | null>
}

interface PersonasDependencies {
  readonly database: Database
  readonly agents: AgentCatalogue
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Members' personas are stored in the database; those of visitors and shared access are cached in memory
 * until the server stops.
 */
export function createPersonas({ database, agents, now }: PersonasDependencies): Personas {
  const inMemory = new RecentPersonas()
  const find = (caller: Caller, agentId: AgentId, conversationId: string) =>
    caller.kind === 'member'
      ? findPersona(database, { user_id: caller.id, conversation_id: conversationId, agent_id: agentId })
      : Promise.resolve(inMemory.get(caller, `${agentId} ${conversationId}`))
  return {
    async set(caller, { agentId: idOrAlias, conversationId }, wished) {
      const { id: agentId } = await agents.choose(idOrAlias, caller)
      const persona = wished?.trim() || null
      const key = { user_id: caller.id, conversation_id: conversationId, agent_id: agentId }
      if (caller.kind !== 'member') inMemory.set(caller, `${agentId} ${conversationId}`, persona)
      else if (persona === null) await removePersona(database, key)
      else await storePersona(database, { ...key, persona, updated_at: now() }, MAX_PER_MEMBER)
      return persona
    },
    of: async (caller, agentId, conversationId) => (await find(caller, agentId, conversationId)) ?? null,
  }
}

/**
 * Caches the newest personas by caller and place. Both maps are ordered by last use; the first entry is
 * evicted first.
 */
class RecentPersonas {
  readonly #byOwner = new Map<string, Map<string, string>>()
  #size = 0

  get(caller: Caller, scopeKey: string): string | undefined {
    const owner = callerKeyOf(caller)
    const own = this.#byOwner.get(owner)
    if (!own) return undefined
    this.#byOwner.delete(owner)
    this.#byOwner.set(owner, own)
    return own.get(scopeKey)
  }

  set(caller: Caller, scopeKey: string, persona: string | null): void {
    const owner = callerKeyOf(caller)
    const own = this.#byOwner.get(owner) ?? new Map<string, string>()
    this.#byOwner.delete(owner)
    if (own.delete(scopeKey)) this.#size--
    if (persona !== null) {
      own.set(scopeKey, persona)
      this.#size++
    }
    if (own.size > 0) this.#byOwner.set(owner, own)
    this.#trim(own)
  }

  #trim(own: Map<string, string>): void {
    if (own.size > MAX_PER_CALLER) {
      own.delete(own.keys().next().value ?? '')
      this.#size--
    }
    for (const [owner, { size }] of this.#byOwner) {
      if (this.#size <= MAX_IN_MEMORY) return
      this.#byOwner.delete(owner)
      this.#size -= size
    }
  }
}
