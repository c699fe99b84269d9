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

const CODE_BLOCK = /```[^]*?(?:```|$)/g
const LINE_MARK = /^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/
const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g
const EMPHASIS = /\*\*|__|~~|[*`$]/g

/**
 * Returns the first words of a message without Markdown syntax; empty where it has none, as in a diagram or a
 * table.
 */
export function lineOf(text: string): string {
  const lines = text
    .slice(0, READ_LENGTH)
    .replaceAll(CODE_BLOCK, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\||[-*_]{3,}\s*$)/.test(line))
    .map((line) => line.replace(LINE_MARK, '').replaceAll(LINK, '$1').replaceAll(EMPHASIS, '').trim())
  return (lines.find((line) => line !== '') ?? '').slice(0, LINE_LENGTH)
}

/** Returns the last messages, oldest first, at most `max`; leaves out those without words. */
export function lastTurns(messages: readonly Message[], max: number): readonly LoggedTurn[] {
  const turns: LoggedTurn[] = []
  for (const { id, role, text } of messages.toReversed()) {
    if (turns.length >= max) break
    const line = lineOf(text)
    if (line !== '') turns.push({ id, role, line })
  }
  return turns.toReversed()
}
