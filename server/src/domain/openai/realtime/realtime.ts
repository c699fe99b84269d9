import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '../../accounts/index.ts'
import type { AgentCatalogue } from '../../agents/catalogue/index.ts'
import type { RealtimeChannel } from './ports.ts'
import { RealtimeSession, type RealtimeSessionDependencies } from './realtime-session.ts'

interface RealtimeDependencies extends RealtimeSessionDependencies {
  readonly agents: Pick<AgentCatalogue, 'choose'>
}

/** Serves agents through OpenAI's Realtime protocol. */
export interface Realtime {
  /** Returns the id of the agent that a client names as its model. Throws AGENT_UNKNOWN or AGENT_TIER_REQUIRED. */
  modelOf(name: string, caller: Caller): Promise<string>
  open(model: string, caller: Caller, locale: Locale, channel: RealtimeChannel): RealtimeSession
}

export const createRealtime = ({ agents, ...dependencies }: RealtimeDependencies): Realtime => ({
  modelOf: async (name, caller) => (await agents.choose(name, caller)).id,
  open: (model, caller, locale, channel) =>
    new RealtimeSession({ model, caller, locale, channel, dependencies }),
})
