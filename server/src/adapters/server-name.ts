import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ServerName {
  /** of this process; another one never has it */
  readonly name: string
  /** Whether the process of that name is known to have ended. Of another machine's nothing is known. */
  readonly isGone: (name: string) => boolean
}

/** Names a process by its machine, its number, and when it started: numbers come back, soon on a busy machine. */
export function nameServer(): ServerName {
  const machine = nameMachine()
  const ownStart = startOf(process.pid) ?? String(Math.round(performance.timeOrigin))
  const name = `${machine} ${process.pid} ${ownStart}`
  return {
    name,
    isGone(other) {
      const [place, pid, start] = other.split(' ')
      if (other === name || place !== machine) return false
      if (Number(pid) === process.pid || !isRunning(Number(pid))) return true
      const found = startOf(Number(pid))
      return found !== undefined && found !== start
    },
  }
}

/** Containers may share a host's name; their processes are numbered each in a space of its own. */
function nameMachine(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Only Linux has them.
    return hostname()
  }
}

/** When a process started, in a clock of the machine; undefined where the machine does not tell, or there is none. */
function startOf(pid: number): string | undefined {
  try {
    // The program's own name, in brackets, may hold anything; the 22nd field is the 20th after it.
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
    // Somebody else's process may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
