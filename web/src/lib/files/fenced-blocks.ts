import { fenceAfter, openingFence, type Fence } from '@vee/contract/text/fences'

/** Matches an opening fence at the top level. */
const OPENING = /^ {0,3}(?:`{3}|~{3})/

/** A fenced block of a Markdown text. */
interface FencedBlock {
  /** as in the fence, in lower case */
  readonly language: string
  readonly code: string
  /** including its fence */
  readonly source: string
}

type Part = string | (FencedBlock & { readonly isClosed: boolean })

/**
 * Splits a text into fenced blocks and the texts between them. Reads every line once; an unclosed fence
 * extends to the end.
 */
function* partsOf(markdown: string): Generator<Part> {
  let texts: string[] = []
  let open: { fence: Fence; readonly lines: string[] } | undefined
  const blockOf = (isClosed: boolean): Part => {
    const { fence, lines = [] } = open ?? {}
    const code = lines.slice(1, isClosed ? -1 : undefined).join('\n')
    return { language: fence?.language ?? '', code, source: lines.join('\n'), isClosed }
  }
  for (const line of markdown.split('\n')) {
    if (open) {
      open.lines.push(line)
      const fence = fenceAfter(open.fence, line)
      if (fence) {
        open.fence = fence
        continue
      }
      yield blockOf(true)
      open = undefined
      // The line break after the block belongs to the following text.
      texts = ['']
      continue
    }
    const fence = OPENING.test(line) ? openingFence(line) : undefined
    if (!fence) {
      texts.push(line)
      continue
    }
    if (texts.length > 0) yield [...texts, ''].join('\n')
    open = { fence, lines: [line] }
  }
  yield open ? blockOf(false) : texts.join('\n')
}

/** Returns the closed fenced blocks of a text, in order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return Array.from(partsOf(markdown)).flatMap((part) => {
    if (typeof part === 'string' || !part.isClosed) return []
    const { language, code, source } = part
    return [{ language, code, source }]
  })
}

/**
 * Returns the text without its closed fenced blocks; with `unclosed`, also without one that extends to the
 * end.
 */
export function withoutFences(markdown: string, options: { readonly unclosed?: boolean } = {}): string {
  return Array.from(partsOf(markdown), (part) => {
    if (typeof part === 'string') return part
    return part.isClosed || options.unclosed === true ? '' : part.source
  }).join('')
}

/** Returns the code in a fence that it does not contain. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}
