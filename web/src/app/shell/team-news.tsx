import { TeamWatch } from '#features/teams/team-watch.tsx'
import { noteBudget } from '#lib/allowance.ts'
import { useRuntime } from '../runtime-context.ts'
import { leaveWhenExpired } from './leave-when-expired.ts'
import { loadAgents } from '../talk/agents.ts'

/** Tells the user of changed seats, and asks anew for what hangs on them. */
export function TeamNews() {
  const { api, agents, shell } = useRuntime()
  return (
    <TeamWatch
      api={api}
      tell={shell.notices.notify}
      onLeft={leaveWhenExpired}
      onChanged={() => {
        // What the figures were of may be somebody else's pool now, and so may agents.
        noteBudget(undefined)
        void loadAgents(api, agents)
      }}
    />
  )
}
