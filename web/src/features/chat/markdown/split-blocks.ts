import { fenceEnd, mayContainFences, openingFence } from '@vee/contract/text/fences'
import { Lexer } from 'marked'

/** A top-level part of a Markdown source: a paragraph, a list, a fence, … */
interface Block {
  /** offset in the whole source, in UTF-16 code units */
  readonly start: number
  readonly source: string
}

export interface SplitText {
  readonly blocks: readonly Block[]
  /** the link reference definitions of the whole text, which each block may need */
  readonly definitions: string
}

/**
 * Number of blocks at the end that may still merge with the following text: "1. a", then "2", which becomes
 * "2. b".
 */
const UNSETTLED = 2

interface Token {
  readonly type: string
  readonly raw: string
}

/**
 * Returns whether a display formula starts in this source and does not end in it. Blank lines do not end a
 * formula.
 */
function hasOpenFormula(source: string): boolean {
  const dollars = source.split('$$').length - 1
  return dollars % 2 === 1 || source.lastIndexOf('\\[') > source.lastIndexOf('\\]')
}

function tokensOf(source: string): readonly Token[] {
  // Normalizes line ends without changing an offset. Only blocks are parsed here; their content is unchanged.
  return new Lexer({ gfm: true }).blockTokens(source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n'), [])
}

/** Returns where a fence that contains a Markdown file ends; the given offset for other code. */
function endOfMarkdownFile(source: string, start: number): number {
  const line = source.slice(start, source.indexOf('\n', start) + 1)
  const fence = openingFence(line)
  return fence && mayContainFences(fence) ? start + fenceEnd(source.slice(start)).end : start
}

function read(source: string, offset: number): { blocks: Block[]; definitions: string[] } {
  const blocks: Block[] = []
  const definitions: string[] = []
  let start = offset
  let isOpen = false
  for (const { type, raw } of tokensOf(source.slice(offset))) {
    const last = blocks.at(-1)
    const end = start + raw.length
    const fileEnd = type === 'code' && !isOpen ? endOfMarkdownFile(source, start) : end
    if (fileEnd > end) {
      // The lexer ends the fence at the first one in it; what follows is read again from its own end.
      blocks.push({ start, source: source.slice(start, fileEnd) })
      const rest = read(source, fileEnd)
      return { blocks: [...blocks, ...rest.blocks], definitions: [...definitions, ...rest.definitions] }
    }
    if (isOpen && last) {
      const joined = source.slice(last.start, end)
      blocks[blocks.length - 1] = { start: last.start, source: joined }
      isOpen = hasOpenFormula(joined)
    } else if (type === 'def') {
      definitions.push(raw.trim())
    } else if (type !== 'space') {
      const own = source.slice(start, end)
      blocks.push({ start, source: own })
      isOpen = type !== 'code' && hasOpenFormula(own)
    }
    start = end
  }
  return { blocks, definitions }
}

/**
 * Returns a function that splits a growing text into its blocks. It does not parse settled blocks again, so
 * that a long reply costs the same per word as a short one; a text that does not extend the previous one
 * starts again.
 */
export function createSplitter(): (text: string) => SplitText {
  let previous = ''
  let settled: readonly Block[] = []
  let settledDefinitions: readonly string[] = []
  let settledUntil = 0

  return (text) => {
    if (!text.startsWith(previous)) {
      settled = []
      settledDefinitions = []
      settledUntil = 0
    }
    previous = text
    const { blocks, definitions } = read(text, settledUntil)
    const all = [...settled, ...blocks]
    const allDefinitions = [...settledDefinitions, ...definitions]
    const firstUnsettled = blocks.at(-UNSETTLED)
    if (firstUnsettled && blocks.length > UNSETTLED) {
      settled = all.slice(0, -UNSETTLED)
      settledDefinitions = allDefinitions
      settledUntil = firstUnsettled.start
    }
    return { blocks: all, definitions: [...new Set(allDefinitions)].join('\n') }
  }
}
