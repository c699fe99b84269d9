import { plainLines } from '@vee/contract/text/plain-markdown'
import type { Message } from './message.ts'

/** One message as a line of the log above the presence. */
export interface LoggedTurn {
  readonly id: string
  readonly role: Message['role']
  readonly line: string
}

/** Maximum length of a message that is read, in UTF-16 code units: the screen cuts a line long before. */
const READ_LENGTH = 2_000
const LINE_LENGTH = 200

/**
 * Returns the first words of a message; empty where it has none, as in a diagram or a table. A reply is read as
 * Markdown, the person's own text is plain.
 */
export function lineOf({ role, text }: Pick<Message, 'role' | 'text'>): string {
  const near = text.slice(0, READ_LENGTH)
  const lines = role === 'user' ? near.split('\n').map((line) => line.trim()) : plainLines(near)
  return (lines.find((line) => line !== '') ?? '').slice(0, LINE_LENGTH)
}

/** Returns the last messages, oldest first, at most `max`; leaves out those without words. */
export function lastTurns(messages: readonly Message[], max: number): readonly LoggedTurn[] {
  const turns: LoggedTurn[] = []
  for (const message of messages.toReversed()) {
    if (turns.length >= max) break
    const { id, role } = message
    const line = lineOf(message)
    if (line !== '') turns.push({ id, role, line })
  }
  return turns.toReversed()
}
