import type { RealtimeItemInput } from '@vee/contract/openai-realtime/client-events'
import { MAX_REALTIME_ITEMS } from '@vee/contract/openai-realtime/realtime-limits'
import type { CompletionMessage } from '@vee/contract/http/openai'
import { DomainError } from '../../errors/domain-error.ts'
import { keptBytesOf } from './kept-bytes.ts'

/** Maximum size of a conversation, in characters, with the data URLs of images. */
const MAX_CHARACTERS = 8_000_000

/** Characters of a data URL before its data. */
const MAX_IMAGE_TYPE_LENGTH = 200

type Status = 'completed' | 'incomplete' | 'in_progress'
interface Shared {
  readonly id: string
  readonly object: 'realtime.item'
  status: Status
}

type ContentPart =
  | { readonly type: 'input_text' | 'output_text'; text: string }
  /** `transcript` is null until the audio is transcribed */
  | { readonly type: 'input_audio' | 'output_audio'; transcript: string | null }
  | { readonly type: 'input_image'; readonly image_url: string }

export interface MessageItem extends Shared {
  readonly type: 'message'
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: ContentPart[]
}

export interface FunctionCallItem extends Shared {
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  arguments: string
}

interface FunctionOutputItem extends Shared {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string
}

/** An item as events contain it; replies and transcriptions change its text. */
export type Item = MessageItem | FunctionCallItem | FunctionOutputItem

/** The items of a session, in order. */
export class RealtimeConversation {
  readonly #items: Item[] = []
  /** by id of the item, in bytes */
  readonly #sizes = new Map<string, number>()

  /** memory of all items, in bytes */
  get keptBytes(): number {
    return [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  get items(): readonly Item[] {
    return this.#items
  }

  get(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id)
  }

  /** Returns the id of the item before that one; null if it is the first. */
  previousOf(id: string): string | null {
    return this.#items[this.#items.findIndex((item) => item.id === id) - 1]?.id ?? null
  }

  /**
   * Inserts an item after another one, at the beginning (`root`), or at the end. Returns the ids of old items
   * that were deleted, because the conversation is limited. Throws VALIDATION if the id exists, or the other one
   * does not.
   */
  insert(item: Item, after?: string | null): string[] {
    if (this.get(item.id)) throw invalidField('item.id', 'An item with this id exists already.')
    if (after === undefined || after === null) this.#items.push(item)
    else if (after === 'root') this.#items.unshift(item)
    else {
      const index = this.#items.findIndex(({ id }) => id === after)
      if (index === -1) throw invalidField('previous_item_id', 'There is no item with this id.')
      this.#items.splice(index + 1, 0, item)
    }
    this.measure(item)
    return this.#shrink(item.id)
  }

  /** Called when the text of an item has changed. */
  measure(item: Item): void {
    if (this.get(item.id) === item) this.#sizes.set(item.id, keptBytesOf(item))
  }

  /** Throws VALIDATION if there is no such item. */
  delete(id: string): void {
    const index = this.#items.findIndex((item) => item.id === id)
    if (index === -1) throw invalidField('item_id', 'There is no item with this id.')
    this.#items.splice(index, 1)
    this.#sizes.delete(id)
  }

  #shrink(keptId: string): string[] {
    const deleted: string[] = []
    let size = this.#items.reduce((sum, item) => sum + sizeOf(item), 0)
    while (this.#items.length > MAX_REALTIME_ITEMS || size > MAX_CHARACTERS) {
      const [first] = this.#items
      if (!first || first.id === keptId) return deleted
      this.#items.shift()
      this.#sizes.delete(first.id)
      size -= sizeOf(first)
      deleted.push(first.id)
    }
    return deleted
  }
}

function sizeOf(item: Item): number {
  if (item.type === 'function_call') return item.arguments.length
  if (item.type === 'function_call_output') return item.output.length
  return item.content.reduce((sum, part) => sum + textOf(part).length, 0)
}

function textOf(part: ContentPart): string {
  if (part.type === 'input_image') return part.image_url
  return 'text' in part ? part.text : (part.transcript ?? '')
}

/** Returns an item as events contain it: the client has the bytes of its images. */
export function withoutImages(item: Item): Item {
  if (item.type !== 'message') return item
  const content = item.content.map((part): ContentPart =>
    part.type === 'input_image' ? { ...part, image_url: withoutData(part.image_url) } : part,
  )
  return { ...item, content }
}

/** Returns a data URL up to its data, which stays out of answers. */
const withoutData = (url: string): string =>
  url.slice(0, Math.min(url.indexOf(',') + 1, MAX_IMAGE_TYPE_LENGTH))

/** Returns the item of a client's event. Its audio is not part of it: `transcript` is null where it is missing. */
export function itemOf(input: RealtimeItemInput, newId: (prefix: string) => string): Item {
  const shared = { id: input.id ?? newId('item'), object: 'realtime.item', status: 'completed' } as const
  switch (input.type) {
    case 'message':
      return {
        ...shared,
        type: 'message',
        role: input.role,
        content: input.content.map((contentPart): ContentPart => {
          if (contentPart.type === 'input_audio' || contentPart.type === 'output_audio')
            return { type: contentPart.type, transcript: contentPart.transcript ?? null }
          return { ...contentPart }
        }),
      }
    case 'function_call':
      return {
        ...shared,
        type: 'function_call',
        call_id: input.call_id ?? newId('call'),
        name: input.name,
        arguments: input.arguments,
      }
    case 'function_call_output':
      return { ...shared, type: 'function_call_output', call_id: input.call_id, output: input.output }
  }
}

/**
 * Returns items as messages of a chat completion. Items without text are omitted, and so are calls without an
 * output and outputs without a call, because vendors reject them.
 */
export function messagesOf(items: readonly Item[]): CompletionMessage[] {
  const outputs = new Set(items.flatMap((item) => (item.type === 'function_call_output' ? item.call_id : [])))
  const calls = new Set<string>()
  const messages: CompletionMessage[] = []
  for (const item of items) {
    if (item.type === 'message') {
      const message = messageOf(item)
      if (message) messages.push(message)
    } else if (item.type === 'function_call') {
      if (!outputs.has(item.call_id)) continue
      calls.add(item.call_id)
      const call = {
        id: item.call_id,
        type: 'function' as const,
        function: { name: item.name, arguments: item.arguments },
      }
      const last = messages.at(-1)
      // Calls of one response, and the text before them, are one message.
      if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
      else messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    } else if (calls.has(item.call_id)) {
      messages.push({ role: 'tool', content: item.output, tool_call_id: item.call_id })
    }
  }
  return messages
}

function messageOf({ role, content }: MessageItem): CompletionMessage | undefined {
  const parts = content.flatMap((part) => {
    if (part.type === 'input_image') return { type: 'image_url', image_url: { url: part.image_url } }
    const text = textOf(part)
    return text.trim() === '' ? [] : { type: 'text', text }
  })
  return parts.length === 0 ? undefined : { role, content: parts }
}

/** VALIDATION of one field of an event. */
export const invalidField = (path: string, message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path, message }] })
