import type { Message } from './message.ts'

/** One message as a line of the log over the presence. */
export interface LoggedTurn {
  readonly id: string
  readonly role: Message['role']
  readonly line: string
}

/** What is read of a message at most, in UTF-16 code units: a line is cut by the screen long before. */
const READ_LENGTH = 2_000
const LINE_LENGTH = 200

const CODE_BLOCK = /```[^]*?(?:```|$)/g
const LINE_MARK = /^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/
const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g
const EMPHASIS = /\*\*|__|~~|[*`$]/g

/** The first words of a message, without the marks of its Markdown; empty where it has none, as a diagram or a table. */
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
