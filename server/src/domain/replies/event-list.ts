import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** A string represents a text event: nearly all events of a reply are text. */
type Packed = string | ReplyEvent

const unpack = (packed: Packed): ReplyEvent =>
  typeof packed === 'string' ? { type: 'chunk', content: packed } : packed

/**
 * The events of one reply, in order. Garbage collection visits every live object, and replies live long: text
 * events are stored as strings while the reply runs, and as one joined string after sealing, because a server
 * caches replies for minutes and rarely reads one.
 */
export class EventList {
  #open: Packed[] | undefined = []
  #sealed = ''
  #length = 0
  #last: ReplyEvent | undefined

  get length(): number {
    return this.#length
  }

  get last(): ReplyEvent | undefined {
    return this.#last
  }

  /** Must not be called after sealing. */
  push(event: ReplyEvent): void {
    if (!this.#open) return
    this.#open.push(event.type === 'chunk' ? event.content : event)
    this.#length++
    this.#last = event
  }

  all(): readonly ReplyEvent[] {
    return this.#packEvents().map(unpack)
  }

  /**
   * Returns a function that returns the event at an index from 0, also for events added later; sealing does
   * not affect it.
   */
  follow(): (index: number) => ReplyEvent | undefined {
    const list = this.#packEvents()
    return (index) => {
      // A reader without a backlog gets the emitted event itself.
      if (index === this.#length - 1) return this.#last
      const packed = list[index]
      return packed === undefined ? undefined : unpack(packed)
    }
  }

  seal(): void {
    if (!this.#open) return
    this.#sealed = JSON.stringify(this.#open)
    this.#open = undefined
  }

  #packEvents(): readonly Packed[] {
    return this.#open ?? (JSON.parse(this.#sealed) as readonly Packed[])
  }
}
