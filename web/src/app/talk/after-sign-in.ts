import { beginAnew, comeBack, isGuestInMemberTab, takeOverTab } from '#lib/tab-session.ts'
import type { Runtime } from '../runtime.ts'
import { loadAgents } from './agents.ts'
import { importGuestData } from './import-guest-data.ts'

interface Arrival {
  readonly userId: string
  /** where to go on */
  readonly address: string
  readonly isAccount: boolean
}

/**
 * Somebody has signed in. What was said here before goes along to an account: it is nobody else's. True when the page may go
 * on; otherwise a new one comes, in which nothing is left of whoever was here in between, or before.
 */
export function afterSignIn(runtime: Runtime, arrival: Arrival): boolean {
  const isTheirs = takeOverTab(arrival.userId)
  if (isTheirs && !isGuestInMemberTab) {
    if (arrival.isAccount) void importGuestData(runtime)
    // Agents that were locked may be open now.
    void loadAgents(runtime.api, runtime.agents)
    return true
  }
  void beginWith(runtime, arrival, isTheirs)
  return false
}

async function beginWith(
  runtime: Runtime,
  { address, isAccount }: Arrival,
  isTheirs: boolean,
): Promise<void> {
  const { session } = runtime
  const isCarried = isGuestInMemberTab && isAccount && (await importGuestData(runtime))
  if (isTheirs) return comeBack(address, isCarried)
  // What is left on a page that is a visitor's is theirs.
  if (!isGuestInMemberTab) for (const { id } of session.snapshot().kept) session.discardUtterance(id)
  beginAnew(address)
}
