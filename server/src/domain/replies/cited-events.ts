import type { EmitLlmEvent, LlmEvent } from '#providers/llm/llm.ts'
import { CitedText, type ReplySources } from '../sources/index.ts'

interface CitedEvents {
  readonly emit: EmitLlmEvent
  /** Resolves when every event was passed on. */
  settled(): Promise<void>
}

/**
 * Passes on the events of a round with the markers of sources that are proven. While the passage of a document gets its number,
 * events wait in their order.
 */
export function citedEvents(sources: ReplySources, emit: EmitLlmEvent): CitedEvents {
  const cited = new CitedText(
    (number, claims) => sources.check(number, claims),
    sources.hasDocuments ? (citation, claims) => sources.checkDocument(citation, claims) : undefined,
  )
  const waiting: LlmEvent[] = []
  let passing: Promise<void> | undefined

  const passText = (text: string) => {
    if (text !== '') emit({ type: 'text', text })
  }

  function pass(event: LlmEvent): void {
    if (event.type === 'text') return passText(cited.push(event.text))
    if (event.type === 'retract' && event.kind === 'text') {
      const length = cited.retract(event.length)
      if (length > 0) emit({ ...event, length })
      return
    }
    if (event.type === 'finish' || event.type === 'tool-call-delta') passText(cited.end())
    emit(event)
  }

  async function passWhenNumbered(): Promise<void> {
    for (;;) {
      while (sources.numbering) {
        await sources.numbering
        passText(cited.push(''))
      }
      const event = waiting.shift()
      if (!event) break
      pass(event)
    }
    passing = undefined
  }

  return {
    emit(event) {
      if (passing) return void waiting.push(event)
      pass(event)
      if (sources.numbering) passing = passWhenNumbered()
    },
    async settled() {
      await passing
    },
  }
}
