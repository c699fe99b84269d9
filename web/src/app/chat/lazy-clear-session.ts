import type { Runtime } from '../runtime.ts'

/** Like `clearSession`, whose code is loaded on the first call. Offline, nothing is cleared. */
export async function lazyClearSession(runtime: Runtime): Promise<void> {
  const { clearSession } = await import('./clear-session.tsx')
  await clearSession(runtime)
}
