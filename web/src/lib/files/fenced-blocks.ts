/** Matches an opening fence: its mark and the text after it. */
const OPENING = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/
const CLOSING = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[`~]*[ \t]*$/

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
  let open: { readonly mark: string; readonly language: string; readonly lines: string[] } | undefined
  const blockOf = (isClosed: boolean): Part => {
    const { language = '', lines = [] } = open ?? {}
    const code = lines.slice(1, isClosed ? -1 : undefined).join('\n')
    return { language, code, source: lines.join('\n'), isClosed }
  }
  for (const line of markdown.split('\n')) {
    if (open) {
      open.lines.push(line)
      if (CLOSING.exec(line)?.[1]?.startsWith(open.mark) !== true) continue
      yield blockOf(true)
      open = undefined
      // The line break after the block belongs to the following text.
      texts = ['']
      continue
    }
    const [, mark, info = ''] = OPENING.exec(line) ?? []
    if (mark === undefined || info.includes('`')) {
      texts.push(line)
      continue
    }
    if (texts.length > 0) yield [...texts, ''].join('\n')
    const language = info.trim().split(/\s/)[0]?.toLowerCase() ?? ''
    open = { mark, language, lines: [line] }
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
