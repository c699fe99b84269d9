// Types only from the entities: the web client carries no zod.
import type { TranscriptLine } from '../entities/meeting.ts'

/** What becomes of single lines of a transcript, so that nobody who changes one takes away what another has added meanwhile. */
export interface LineChanges {
  /** each takes the place of the one with its id, or comes among the others by its time */
  readonly put: TranscriptLine[]
  /** ids; what is not there any more is passed over */
  readonly remove: string[]
}

/** The lines after that, in the order of their times. What is both put and removed is put. */
export function withLines(lines: readonly TranscriptLine[], { put, remove }: LineChanges): TranscriptLine[] {
  const [fresh, gone] = [new Map(put.map((line) => [line.id, line])), new Set(remove)]
  const stayed = lines
    .filter(({ id }) => fresh.has(id) || !gone.has(id))
    .map((line) => fresh.get(line.id) ?? line)
  const known = new Set(stayed.map(({ id }) => id))
  return [...stayed, ...[...fresh.values()].filter(({ id }) => !known.has(id))].toSorted(
    (one, other) => one.start - other.start,
  )
}

/** Two changes as one: what came later counts. */
export const joinedLines = (first: LineChanges, then: LineChanges): LineChanges => {
  const later = new Set([...then.put.map(({ id }) => id), ...then.remove])
  return {
    put: [...first.put.filter(({ id }) => !later.has(id)), ...then.put],
    remove: [...first.remove.filter((id) => !later.has(id)), ...then.remove],
  }
}
