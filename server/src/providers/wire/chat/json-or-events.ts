import type { EventSourceMessage } from 'eventsource-parser'
import { MAX_EVENT_LENGTH, type EventFraming, type EventParser, SERVER_SENT_EVENTS } from '../event-stream.ts'

/**
 * Server-sent events, or JSON: one value in place of a stream, a value per line, values one after the other, or a list
 * of them. Servers label all of these as anything, so the first bytes decide.
 */
export const JSON_OR_EVENTS: EventFraming = {
  mediaType: SERVER_SENT_EVENTS.mediaType,
  acceptsAnyType: true,
  open(onEvent) {
    let parser: EventParser | undefined
    const beginning: Buffer[] = []
    return {
      feed(packet) {
        if (parser) return parser.feed(packet)
        beginning.push(packet)
        const bytes = beginning.length === 1 ? packet : Buffer.concat(beginning)
        const first = /^[\uFEFF\s]*(\S[\s\S]?)/.exec(bytes.toString('utf8'))?.[1]
        if (first === undefined) return
        if (first.startsWith('<')) throw new Error('the answer is a web page')
        parser = /^[{[]/.test(first) ? openJsonValues(onEvent) : SERVER_SENT_EVENTS.open(onEvent)
        parser.feed(bytes)
      },
      end: () => parser?.end?.(),
    }
  },
}

/** Emits each JSON value as an event, as soon as its last brace arrives. */
function openJsonValues(onEvent: (event: EventSourceMessage) => void): EventParser {
  const decoder = new TextDecoder()
  let depth = 0
  let isInString = false
  let isEscaped = false
  let value = ''

  function readCharacter(character: string): void {
    if (depth === 0 && character !== '{') return
    value += character
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') isInString = false
      return
    }
    if (character === '"') isInString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) {
      const data = value
      value = ''
      onEvent({ data, event: undefined, id: undefined })
    }
  }

  return {
    feed(packet) {
      for (const character of decoder.decode(packet, { stream: true })) readCharacter(character)
      if (value.length > MAX_EVENT_LENGTH) throw new Error('a value is too long')
    },
    end() {
      if (depth > 0) throw new Error('a value is incomplete')
    },
  }
}
