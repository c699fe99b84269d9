import { readFileSync } from 'node:fs'

/**
 * npm and the start script forward a Ctrl-C that the terminal has already sent here: signals within this time
 * count as one, in ms.
 */
const ONE_SIGNAL_MS = 500

/** How often the server looks for the process that started it, in ms. */
const LAUNCHER_CHECK_MS = 1_000
const LAUNCHER = '--launcher='

/**
 * Shuts down on the first SIGTERM, SIGINT or SIGHUP (a closed terminal) and exits with 0; a second signal exits at once.
 * Shuts down as well when the process `launcher` has ended: npm forwards two signals only, and none when it is killed.
 */
export function stopOnSignals(stop: () => Promise<void>, launcher?: number): void {
  let firstAt: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (firstAt === undefined) {
      firstAt = now
      exitAfter(stop).catch(() => process.exit(1))
    } else if (now - firstAt > ONE_SIGNAL_MS) {
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  if (launcher === undefined) return
  const check = setInterval(() => {
    if (isRunning(launcher)) return
    clearInterval(check)
    if (firstAt === undefined) onSignal()
  }, LAUNCHER_CHECK_MS)
  check.unref()
}

/** Returns the process that `npm start` names: the server ends with it. Undefined for a server that was started by itself. */
export function launcherIn(args: readonly string[]): number | undefined {
  const pid = Number(args.find((arg) => arg.startsWith(LAUNCHER))?.slice(LAUNCHER.length))
  // The first process of a container takes the others with it.
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** Returns false for an ended process, also if its parent has not waited for it yet (Linux). */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z'
  } catch {
    return false
  }
}

/**
 * Exits explicitly, because open connections to providers would prevent the process from ending for minutes.
 */
async function exitAfter(stop: () => Promise<void>): Promise<never> {
  await stop()
  process.exit(0)
}
