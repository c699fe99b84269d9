import { alignText } from './align.ts'
import type { Element, Node, Parent, Text } from './hast.ts'

/** A range of the source that looks different; `end` is exclusive. */
export interface Part {
  readonly start: number
  readonly end: number
  /** `spoken`: being spoken now; `unspoken`: not heard, because the voice was interrupted before */
  readonly kind: 'spoken' | 'unspoken'
  /** the word of it that is being spoken now */
  readonly word?: { readonly start: number; readonly end: number } | undefined
}

/**
 * Returns a function that creates the elements of one text; the first spoken one has its own class, because
 * only there the mark has a beginning.
 */
function elementMaker(): (kind: Part['kind'], value: string, word: Word | undefined) => Element {
  let isFirst = true
  return (kind, value, word) => {
    const children = word ? withWord(value, word) : [textOf(value)]
    if (kind === 'unspoken') {
      return { type: 'element', tagName: 'span', properties: { dataUnspoken: true }, children }
    }
    const properties = isFirst ? { dataFirst: true } : {}
    isFirst = false
    return { type: 'element', tagName: 'mark', properties, children }
  }
}

/** A word by its offsets in the rendered text. */
interface Word {
  readonly start: number
  readonly end: number
}

const textOf = (value: string): Text => ({ type: 'text', value })

/** Returns the text with an element around the word. */
function withWord(value: string, { start, end }: Word): Element['children'] {
  const word: Element = {
    type: 'element',
    tagName: 'span',
    properties: { dataWord: true },
    children: [textOf(value.slice(start, end))],
  }
  const [before, after] = [value.slice(0, start), value.slice(end)]
  return [...(before === '' ? [] : [textOf(before)]), word, ...(after === '' ? [] : [textOf(after)])]
}

/** The text cut where the parts begin and end. */
function cutText(
  node: Text,
  source: string,
  parts: readonly Part[],
  elementFor: ReturnType<typeof elementMaker>,
): Node[] {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  if (from === undefined || to === undefined) return [node]
  const touching = parts.filter(({ start, end }) => start < to && end > from)
  if (touching.length === 0) return [node]
  const offsets = alignText(source.slice(from, to), node.value)
  const indexInNode = (offset: number) => firstAt(offsets, offset - from)
  const pieces: Node[] = []
  let done = 0
  for (const { start, end, kind, word } of touching) {
    const first = Math.max(done, indexInNode(start))
    const last = indexInNode(end)
    if (first > done) pieces.push({ type: 'text', value: node.value.slice(done, first) })
    if (last > first) {
      const [wordStart, wordEnd] = word ? [indexInNode(word.start), indexInNode(word.end)] : [0, 0]
      const isHere = wordEnd > first && wordStart < last && wordEnd > wordStart
      const range = { start: Math.max(0, wordStart - first), end: Math.min(last, wordEnd) - first }
      pieces.push(elementFor(kind, node.value.slice(first, last), isHere ? range : undefined))
    }
    done = Math.max(done, last)
  }
  if (done < node.value.length) pieces.push({ type: 'text', value: node.value.slice(done) })
  return pieces
}

/** Returns the first rendered character whose source offset is this one or a later one. */
function firstAt(offsets: readonly number[], sourceOffset: number): number {
  const index = offsets.findIndex((offset) => offset >= sourceOffset)
  return index === -1 ? offsets.length - 1 : Math.min(index, offsets.length - 1)
}

/**
 * Returns a rehype plugin that wraps ranges of the text by their offsets in the source. Leaves code blocks
 * unchanged.
 */
export function rehypeParts({ source, parts }: { readonly source: string; readonly parts: readonly Part[] }) {
  const elementFor = elementMaker()
  function visit(parent: Parent): void {
    parent.children = parent.children.flatMap((child): Parent['children'] => {
      if (child.type === 'text') return cutText(child, source, parts, elementFor)
      if (child.type === 'element' && child.tagName !== 'pre') visit(child)
      return [child]
    })
  }
  return visit
}
