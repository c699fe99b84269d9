import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ServerIdentity {
  /** name of this process, never of another one */
  readonly name: string
  /** Returns whether the named process is known to have ended. Processes of other machines are unknown. */
  readonly hasEnded: (name: string) => boolean
}

/** Names a process by its machine, its number and its start time, because process numbers are reused. */
export function identifyServer(): ServerIdentity {
  const machine = nameMachine()
  const ownStart = startOf(process.pid) ?? String(Math.round(performance.timeOrigin))
  const name = `${machine} ${process.pid} ${ownStart}`
  return {
    name,
    hasEnded(other) {
      const [host, pid, start] = other.split(' ')
      if (other === name || host !== machine) return false
      if (Number(pid) === process.pid || !isRunning(Number(pid))) return true
      const startedAt = startOf(Number(pid))
      return startedAt !== undefined && startedAt !== start
    },
  }
}

/** Returns a name for the machine. Containers may share a host name but have separate process namespaces. */
function nameMachine(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Available on Linux only.
    return hostname()
  }
}

/**
 * Returns the start time of a process in a clock of the machine; undefined if the platform does not provide
 * it, or there is no such process.
 */
function startOf(pid: number): string | undefined {
  try {
    // The program name in brackets may contain anything; the 22nd field is the 20th after it.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A permission error means that the process of another user exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
