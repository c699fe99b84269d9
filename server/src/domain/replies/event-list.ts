import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** A piece of text stands for itself: nearly all events of a reply are such. */
type Packed = string | ReplyEvent

/**
 * The events of one reply, in order. Sealed they are one string: a server keeps the replies of minutes and is seldom asked
 * for one, and a million events that are objects would be looked through by each collection.
 */
export class EventList {
  #open: ReplyEvent[] | undefined = []
  #sealed = ''
  #length = 0
  #last: ReplyEvent | undefined

  get length(): number {
    return this.#length
  }

  get last(): ReplyEvent | undefined {
    return this.#last
  }

  /** Nothing is added once the list is sealed. */
  push(event: ReplyEvent): void {
    if (!this.#open) return
    this.#open.push(event)
    this.#length++
    this.#last = event
  }

  /** All of them. What comes later is added to this very list, so that it can be followed. */
  all(): readonly ReplyEvent[] {
    if (this.#open) return this.#open
    const packed = JSON.parse(this.#sealed) as readonly Packed[]
    return packed.map((event) => (typeof event === 'string' ? { type: 'chunk', content: event } : event))
  }

  /** Whoever follows the list already keeps the one it has. */
  seal(): void {
    if (!this.#open) return
    const packed: readonly Packed[] = this.#open.map((event) =>
      event.type === 'chunk' ? event.content : event,
    )
    this.#sealed = JSON.stringify(packed)
    this.#open = undefined
  }
}
