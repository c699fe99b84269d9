/** A part of a message's content. */
export interface ContentPart {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

/** An entry of a content list: text, a refusal, or the thoughts of Mistral's models as a list of texts. */
interface ContentEntry {
  readonly type?: unknown
  readonly text?: unknown
  readonly refusal?: unknown
  readonly thinking?: unknown
  /** of reasoning, in place of its text */
  readonly summary?: unknown
  readonly content?: unknown
}

/** Deepest list within a list that is read. */
const MAX_DEPTH = 4

/** Returns the parts of a content: a text, an object with a text, or a list of both. Empty texts are left out. */
export function contentOf(content: unknown, kind: ContentPart['kind'] = 'text', depth = 0): ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind, text: content }]
  if (typeof content !== 'object' || content === null || depth > MAX_DEPTH) return []
  if (Array.isArray(content)) return content.flatMap((entry) => contentOf(entry, kind, depth + 1))
  const { type, text, refusal, thinking, summary, content: inner } = content as ContentEntry
  const isThought = kind === 'reasoning' || type === 'thinking' || type === 'reasoning'
  if (isThought) return contentOf(thinking ?? text ?? summary ?? inner, 'reasoning', depth + 1)
  const hasText = type === undefined || type === 'text' || type === 'output_text' || type === 'refusal'
  return hasText ? contentOf(text ?? refusal, kind, depth + 1) : []
}
