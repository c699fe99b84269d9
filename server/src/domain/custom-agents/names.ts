import { OWN_AGENT_LIMITS } from '@vee/contract/entities/own-agent-limits'
import { DomainError } from '../domain-error.ts'

interface Named {
  readonly name: string
}

/** Spoken names have no case or width. */
const normalized = (name: string) => name.normalize('NFKC').toLowerCase()
const isTaken = (name: string, others: readonly Named[]) =>
  others.some((other) => normalized(other.name) === normalized(name))

/** Throws VALIDATION if another agent has the name. */
export function assertNameFree(name: string, others: readonly Named[]): string {
  if (!isTaken(name, others)) return name
  const message = 'You already have an assistant with this name.'
  throw new DomainError('VALIDATION', message, { details: [{ path: 'name', message }] })
}

/** Returns the name, or the first free one of "Name 2", "Name 3" … */
export function freeName(name: string, others: readonly Named[]): string {
  if (!isTaken(name, others)) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const candidate = name.slice(0, OWN_AGENT_LIMITS.name - end.length).trimEnd() + end
    if (!isTaken(candidate, others)) return candidate
  }
}
