import type { AccessTier } from '@vee/contract/entities/agent'
import type { LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../../accounts/index.ts'
import { effectivePlan } from '../../money/plans/index.ts'

/**
 * The callers with access to each tier: all callers, signed-in callers, paid plans, seats of one, and shared
 * access.
 */
const REACHES: Readonly<Record<AccessTier, (caller: Caller) => boolean>> = {
  public: () => true,
  member: ({ kind }) => kind !== 'visitor',
  premium: (caller) =>
    caller.kind === 'passphrase' ||
    (caller.kind === 'member' && (effectivePlan(caller.user) !== 'free' || caller.seatPlanId !== undefined)),
}

export const canTalkTo = (agent: LoadedAgent, caller: Caller) => REACHES[agent.accessTier](caller)

/** A listed agent may be locked: visitors see Nerf in the catalogue. */
export const canSee = (agent: LoadedAgent, caller: Caller) => agent.isPublic || caller.kind !== 'visitor'
