import { hostname } from 'node:os'

export interface ServerName {
  /** of this process; another one never has it */
  readonly name: string
  /** Whether the process of that name is known to have ended. Of another machine's nothing is known. */
  readonly isGone: (name: string) => boolean
}

/** Names a process by its machine, its number, and when it started: numbers come back, in containers always the same one. */
export function nameServer(): ServerName {
  const name = `${hostname()} ${process.pid} ${Math.round(performance.timeOrigin)}`
  return {
    name,
    isGone(other) {
      const [host, pid] = other.split(' ')
      if (other === name || host !== hostname() || pid === undefined) return false
      return Number(pid) === process.pid || !isRunning(Number(pid))
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
