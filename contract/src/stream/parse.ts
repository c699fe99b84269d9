// Types only: the parser is part of the web client's initial bundle, in which zod would be the largest part.
import { createLineSplitter } from './lines.ts'
import type { ReplyEvent } from './reply-event.ts'

export interface ParsedEvent {
  /** the number in the event's `id:` line, for Last-Event-ID */
  readonly id?: number
  readonly event: ReplyEvent
}

/** A skipped `data:` line. It does not contain the text of the line, so that it can be logged. */
export interface BrokenLine {
  /** `json`: not JSON, or not an object; `shape`: a known type without a required field */
  readonly reason: 'json' | 'shape'
  /** of the line, in UTF-16 code units */
  readonly length: number
}

export interface ParseOptions {
  readonly onBroken?: (line: BrokenLine) => void
}

/**
 * Yields the events of a reply's stream, from its text in chunks of any size.
 * Each line that starts with `data:` contains one event, which is emitted as soon as the line is complete;
 * the remaining text at the end of the source counts as a line too. A `content` without a `type` is a chunk.
 * Comments, unknown fields and unknown types (of a newer server) are skipped; broken lines are reported and
 * skipped. Errors of the source are thrown after all earlier events.
 */
export async function* parseReplyStream(
  source: AsyncIterable<string>,
  options: ParseOptions = {},
): AsyncGenerator<ParsedEvent, void, undefined> {
  const parseLine = lineParser(options.onBroken)
  const lines = createLineSplitter()
  for await (const piece of source) {
    for (const line of lines.push(piece)) {
      const parsed = parseLine(line)
      if (parsed !== undefined) yield parsed
    }
  }
  const parsed = parseLine(lines.rest())
  if (parsed !== undefined) yield parsed
}

function lineParser(onBroken: ParseOptions['onBroken']): (line: string) => ParsedEvent | undefined {
  let id: number | undefined
  return (line) => {
    if (line === '') {
      id = undefined
    } else if (line.startsWith('id:')) {
      id = eventNumber(line.slice('id:'.length))
    } else if (line.startsWith('data:')) {
      const event = readEvent(line.slice('data:'.length))
      if (typeof event === 'object') return id === undefined ? { event } : { id, event }
      if (event !== 'unknown-type') onBroken?.({ reason: event, length: line.length })
    }
    return undefined
  }
}

function eventNumber(text: string): number | undefined {
  const value = text.trim()
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

function readEvent(json: string): ReplyEvent | BrokenLine['reason'] | 'unknown-type' {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return 'json'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'json'
  const fields = value as Readonly<Record<string, unknown>>
  const type = fields['type'] ?? 'chunk'
  if (typeof type !== 'string' || !Object.hasOwn(REQUIRED, type)) return 'unknown-type'
  const required: Readonly<Record<string, string>> = REQUIRED[type as ReplyEvent['type']]
  for (const name in required) {
    if (typeof fields[name] !== required[name]) return 'shape'
  }
  return (fields['type'] === undefined ? { type: 'chunk', content: fields['content'] } : fields) as ReplyEvent
}

type TypeName<V> = V extends string
  ? 'string'
  : V extends number
    ? 'number'
    : V extends boolean
      ? 'boolean'
      : 'object'
type Guard<E> = {
  readonly [
    K in keyof E as K extends 'type' ? never : undefined extends E[K] ? never : null extends E[K] ? never : K
  ]: TypeName<E[K]>
}

/**
 * The required fields of each event by `typeof`: a check with almost no cost per chunk. The compiler keeps it
 * equal to the union of reply-event.ts; nullable and optional fields are not checked.
 */
const REQUIRED = {
  start: {
    replyId: 'string',
    agentId: 'string',
    conversationId: 'string',
    model: 'string',
    provider: 'string',
  },
  chunk: { content: 'string' },
  speaker: { agentId: 'string' },
  reasoning_delta: { content: 'string' },
  retracted: { kind: 'string', length: 'number' },
  marked: { length: 'number', content: 'string' },
  tool_call_delta: { index: 'number' },
  tool_started: { id: 'string', name: 'string', arguments: 'string', needsConsent: 'boolean' },
  tool_finished: { id: 'string', result: 'string', outcome: 'string' },
  source: { source: 'object' },
  result_delta: { id: 'string', kind: 'string', delta: 'string' },
  error: { error: 'string', message: 'string', retryable: 'boolean' },
  final_response_metadata: {
    replyId: 'string',
    agentId: 'string',
    conversationId: 'string',
    model: 'string',
    provider: 'string',
    usage: 'object',
    costUsd: 'number',
    finishReason: 'string',
  },
} as const satisfies { readonly [T in ReplyEvent['type']]: Guard<Extract<ReplyEvent, { type: T }>> }
