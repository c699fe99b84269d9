import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** A piece of text stands for itself: nearly all events of a reply are such. */
type Packed = string | ReplyEvent

const unpack = (packed: Packed): ReplyEvent =>
  typeof packed === 'string' ? { type: 'chunk', content: packed } : packed

/**
 * The events of one reply, in order. Collections look through every object that lives, and replies live long: so a piece of
 * text is kept as itself while the reply runs, and all of them as one string once the list is sealed, as a server keeps the
 * replies of minutes and is seldom asked for one.
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

  /** Nothing is added once the list is sealed. */
  push(event: ReplyEvent): void {
    if (!this.#open) return
    this.#open.push(event.type === 'chunk' ? event.content : event)
    this.#length++
    this.#last = event
  }

  all(): readonly ReplyEvent[] {
    return this.#packed().map(unpack)
  }

  /** The event at a place, from 0; what is added later can be had too, and the sealing changes nothing. */
  follow(): (place: number) => ReplyEvent | undefined {
    const list = this.#packed()
    return (place) => {
      // Whoever keeps up is given the event that was told.
      if (place === this.#length - 1) return this.#last
      const packed = list[place]
      return packed === undefined ? undefined : unpack(packed)
    }
  }

  seal(): void {
    if (!this.#open) return
    this.#sealed = JSON.stringify(this.#open)
    this.#open = undefined
  }

  #packed(): readonly Packed[] {
    return this.#open ?? (JSON.parse(this.#sealed) as readonly Packed[])
  }
}
