/**
 * npm and the start script forward a Ctrl-C that the terminal has already sent here: signals within this time
 * count as one, in ms.
 */
const ONE_SIGNAL_MS = 500

/** Shuts down on the first SIGTERM or SIGINT and exits with 0; a second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
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
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/**
 * Exits explicitly, because open connections to providers would prevent the process from ending for minutes.
 */
async function exitAfter(stop: () => Promise<void>): Promise<never> {
  await stop()
  process.exit(0)
}
