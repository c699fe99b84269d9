import type { EmitLlmEvent } from '../../llm/llm.ts'
import { parseJson } from '../event-stream.ts'

/** A part of a call as servers send it. Every field may have another type. */
interface ToolCallPart {
  readonly index?: unknown
  readonly id?: unknown
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null
  /** of servers that send the fields of `function` without it */
  readonly name?: unknown
  readonly arguments?: unknown
}

interface OpenCall {
  readonly wireIndex: number | undefined
  id: string | undefined
  name: string | undefined
  arguments: string
}

interface ReadPart {
  readonly wireIndex: number | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  readonly argumentsDelta: string | undefined
}

/**
 * Assigns the parts of tool calls to calls and emits them with an index of their own. Servers number them, number all
 * of them 0, or not at all:
 * - a part with a name and an id that differs from the open call's begins a call,
 * - a part with a name and without an id begins one if the open call has another name or complete arguments,
 * - any other part continues the call of its index, without an index the last one.
 */
export function createToolCallReader(emit: EmitLlmEvent) {
  const calls: OpenCall[] = []

  /** @param position of the part in its chunk: without an index, two names in one chunk are two calls */
  function addPart(raw: unknown, position: number): void {
    const part = read(raw)
    if (!part) return
    const { wireIndex, name } = part
    const isSibling = position > 0 && wireIndex === undefined && name !== undefined
    const open = isSibling ? undefined : openCallOf(part)
    if (!open || begins(part, open)) beginCall(part)
    else continueCall(open, part)
  }

  function beginCall({ wireIndex, id, name, argumentsDelta }: ReadPart): void {
    const index = calls.push({ wireIndex, id, name, arguments: argumentsDelta ?? '' }) - 1
    emit({
      type: 'tool-call-delta',
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(argumentsDelta !== undefined && { argumentsDelta }),
    })
  }

  function continueCall(call: OpenCall, { id, name, argumentsDelta = '' }: ReadPart): void {
    // Some servers repeat the complete arguments at the end.
    const added = argumentsDelta === call.arguments && isComplete(call) ? '' : argumentsDelta
    const news = {
      ...(call.id === undefined && id !== undefined && { id }),
      ...(call.name === undefined && name !== undefined && { name }),
      ...(added !== '' && { argumentsDelta: added }),
    }
    Object.assign(call, { id: call.id ?? id, name: call.name ?? name, arguments: call.arguments + added })
    if (Object.keys(news).length > 0) emit({ type: 'tool-call-delta', index: calls.indexOf(call), ...news })
  }

  function openCallOf({ wireIndex, id }: ReadPart): OpenCall | undefined {
    const ofId = id === undefined ? undefined : calls.findLast((call) => call.id === id)
    if (wireIndex === undefined) return ofId ?? calls.at(-1)
    // Where all calls have one index, the id tells which one a part continues.
    if (ofId?.wireIndex === wireIndex) return ofId
    return calls.findLast((call) => call.wireIndex === wireIndex)
  }

  return {
    take: addPart,
    get hasCalls() {
      return calls.length > 0
    },
  }
}

function begins({ id, name }: ReadPart, open: OpenCall): boolean {
  if (name === undefined || open.name === undefined) return false
  if (id !== undefined && open.id !== undefined && id !== open.id) return true
  if (id !== undefined && id === open.id) return name !== open.name && isComplete(open)
  return name !== open.name || isComplete(open)
}

const isComplete = ({ arguments: json }: OpenCall) => json.endsWith('}') && parseJson(json) !== undefined

function read(raw: unknown): ReadPart | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const part = raw as ToolCallPart
  const { name = part.name, arguments: callArguments = part.arguments } = part.function ?? {}
  return {
    wireIndex: indexOf(part.index),
    id: wordOf(part.id),
    name: wordOf(name),
    argumentsDelta: argumentsOf(callArguments),
  }
}

/** Some servers send the index as text. */
function indexOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{1,4}$/.test(value)) return Number(value)
  return typeof value === 'number' ? value : undefined
}

const wordOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function argumentsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined
}
