/** A fence that opens: its mark and what stands behind it. */
const OPENING = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/
const CLOSING = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[`~]*[ \t]*$/

/** A fenced block of a Markdown text. */
interface FencedBlock {
  /** as the fence names it, in lower case */
  readonly language: string
  readonly code: string
  /** with its fence */
  readonly source: string
}

type Part = string | (FencedBlock & { readonly isClosed: boolean })

/** Cuts a text into fenced blocks and the texts between them. Reads every line once; an open fence reaches to the end. */
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
      // The line break behind the block belongs to the text that follows.
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

/** The closed fenced blocks of a text, in order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return Array.from(partsOf(markdown)).flatMap((part) => {
    if (typeof part === 'string' || !part.isClosed) return []
    const { language, code, source } = part
    return [{ language, code, source }]
  })
}

/** The text without its closed fenced blocks; with `unclosed`, without one that reaches to the end as well. */
export function withoutFences(markdown: string, options: { readonly unclosed?: boolean } = {}): string {
  return Array.from(partsOf(markdown), (part) => {
    if (typeof part === 'string') return part
    return part.isClosed || options.unclosed === true ? '' : part.source
  }).join('')
}
