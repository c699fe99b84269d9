import { TeamWatch } from '#features/teams/team-watch.tsx'
import { setBudget } from '#lib/costs/allowance.ts'
import { useRuntime } from '../../runtime-context.ts'
import { leaveWhenExpired } from './leave-when-expired.ts'
import { fetchAgents } from '../../chat/agents.ts'

/** Notifies the user of changed seats, and reloads dependent data. */
export function TeamChanges() {
  const { api, agents, shell } = useRuntime()
  return (
    <TeamWatch
      api={api}
      tell={shell.notices.notify}
      onLeft={leaveWhenExpired}
      onChanged={() => {
        // The figures may now belong to another pool, and available agents may differ.
        setBudget(undefined)
        void fetchAgents(api, agents)
      }}
    />
  )
}
