const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*\n([\s\S]*?)\n {0,3}\1[`~]*[ \t]*$/gm

/** A fenced block of a Markdown text. */
interface FencedBlock {
  /** as the fence names it, in lower case */
  readonly language: string
  readonly code: string
  /** with its fence */
  readonly source: string
}

/** The closed fenced blocks of a text, in order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return Array.from(markdown.matchAll(FENCE), ([source, , language = '', code = '']) => ({
    language: language.toLowerCase(),
    code,
    source,
  }))
}

export const withoutFences = (markdown: string): string => markdown.replaceAll(FENCE, '')
