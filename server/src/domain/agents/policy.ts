import type { AccessTier } from '@vee/contract/entities/agent'
import type { LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../accounts/index.ts'

/** The tiers that each kind of caller reaches. Paid plans will open `premium` to members. */
const REACH: Readonly<Record<Caller['kind'], readonly AccessTier[]>> = {
  visitor: ['public'],
  member: ['public', 'member'],
  global: ['public', 'member', 'premium'],
}

export const canTalkTo = (agent: LoadedAgent, caller: Caller) => REACH[caller.kind].includes(agent.accessTier)

/** Being listed is not being open: visitors find Nerf in the catalogue, locked. */
export const canSee = (agent: LoadedAgent, caller: Caller) => agent.isPublic || caller.kind !== 'visitor'
