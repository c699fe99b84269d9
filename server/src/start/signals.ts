/** npm and the start script pass on a Ctrl-C that the terminal has already sent here: signals this close are one. */
const ONE_SIGNAL_MS = 500

/** Stops in order on the first SIGTERM or SIGINT and exits 0; a second one, by somebody impatient, exits at once. */
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

/** Exits by itself: connections kept open to providers would hold the process for minutes. */
async function exitAfter(stop: () => Promise<void>): Promise<never> {
  await stop()
  process.exit(0)
}
