import type { EmitLlmEvent } from '../llm/llm.ts'

const OPENING = '<think>'
const CLOSING = '</think>'

interface ThinkTagReader {
  take(text: string): void
  /** Emits what is still held back. */
  end(): void
}

/**
 * Separates the reasoning that a model writes between `<think>` tags at the beginning of its reply, as local
 * servers without a parser for the model pass it on. Tags later in the reply are text.
 */
export function createThinkTagReader(emit: EmitLlmEvent): ThinkTagReader {
  let state: 'beginning' | 'reasoning' | 'after' | 'text' = 'beginning'
  let held = ''

  const emitReasoning = (text: string) => text !== '' && emit({ type: 'reasoning', text })

  function take(text: string): void {
    if (state === 'text') return emit({ type: 'text', text })
    held += text
    if (state === 'beginning') {
      const begun = held.trimStart()
      if (begun.length < OPENING.length && OPENING.startsWith(begun)) return
      state = begun.startsWith(OPENING) ? 'reasoning' : 'text'
      if (state === 'text') return release()
      held = begun.slice(OPENING.length)
    }
    if (state === 'reasoning') {
      const end = held.indexOf(CLOSING)
      const until = end === -1 ? held.length - partLength(held) : end
      emitReasoning(held.slice(0, until))
      held = held.slice(end === -1 ? until : end + CLOSING.length)
      if (end === -1) return
      state = 'after'
    }
    held = held.trimStart()
    if (held === '') return
    state = 'text'
    release()
  }

  function release(): void {
    const text = held
    held = ''
    if (text !== '') emit({ type: 'text', text })
  }

  return {
    take,
    end() {
      if (state === 'reasoning') emitReasoning(held)
      else release()
    },
  }
}

/** Returns the length of the beginning of a closing tag at the end of the text. */
function partLength(text: string): number {
  let length = Math.min(CLOSING.length - 1, text.length)
  while (!CLOSING.startsWith(text.slice(text.length - length))) length--
  return length
}
