import type { Runtime } from '../runtime.ts'

/** As `clearSession`, whose code is fetched when it is called. Without a network nothing is cleared. */
export async function lazyClearSession(runtime: Runtime): Promise<void> {
  const { clearSession } = await import('./clear-session.tsx')
  await clearSession(runtime)
}
