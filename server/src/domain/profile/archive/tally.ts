import {
  ARCHIVE_KINDS,
  type ArchiveKind,
  type ArchiveRestored,
  MAX_REFUSED,
} from '@vee/contract/http/accounts/archive'
import { DomainError } from '../../errors/domain-error.ts'

type Reason = ArchiveRestored['refused'][number]['reason']

/** Codes of what the server does not take, with the reason that people are told. */
const REASONS: Readonly<Partial<Record<string, Reason>>> = {
  STORAGE_FULL: 'no-room',
  AGENTS_FULL: 'no-room',
  RATE_LIMITED: 'no-room',
  TOO_LARGE: 'no-room',
  VALIDATION: 'invalid',
  UNSUPPORTED_MEDIA: 'invalid',
  NOT_FOUND: 'invalid',
  FORBIDDEN: 'not-allowed',
}

/** Counts what a restoration brings. */
export class Tally {
  readonly #added = zeros()
  readonly #skipped = zeros()
  readonly #refused: ArchiveRestored['refused'] = []
  readonly #agentsWithoutTools: string[] = []
  #refusedCount = 0
  #addedMessages = 0

  count(kind: ArchiveKind, isNew: boolean): void {
    const counts = isNew ? this.#added : this.#skipped
    counts[kind] += 1
  }

  addMessages(count: number): void {
    this.#addedMessages += count
  }

  addAgentWithoutTools(name: string): void {
    this.#agentsWithoutTools.push(name)
  }

  refuse(kind: ArchiveKind, name: string, reason: Reason): void {
    this.#refusedCount += 1
    if (this.#refused.length < MAX_REFUSED) this.#refused.push({ kind, name: name.slice(0, 200), reason })
  }

  /** Runs the work for one thing; what the server does not take is counted, and the others go on. */
  async attempt<R>(kind: ArchiveKind, name: string, work: () => Promise<R>): Promise<R | undefined> {
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof DomainError ? REASONS[error.code] : undefined
      if (reason === undefined) throw error
      this.refuse(kind, name, reason)
      return undefined
    }
  }

  result(): ArchiveRestored {
    return {
      added: this.#added,
      skipped: this.#skipped,
      addedMessages: this.#addedMessages,
      refused: this.#refused,
      refusedCount: this.#refusedCount,
      agentsWithoutTools: this.#agentsWithoutTools,
    }
  }
}

const zeros = () => Object.fromEntries(ARCHIVE_KINDS.map((kind) => [kind, 0])) as Record<ArchiveKind, number>
