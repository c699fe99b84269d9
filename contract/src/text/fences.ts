/**
 * Fences of code as models write them: a fence of a Markdown file contains fences of its own, with the same number of
 * back-ticks, which by CommonMark would end it.
 */

/** An open fence. */
export interface Fence {
  /** its back-ticks or tildes */
  readonly marker: string
  /** the word after it, in lower case; empty without one */
  readonly language: string
  /** the fence that is open within a Markdown file */
  readonly inner: string | undefined
  /** whether the last line announces something: it ends with a colon */
  readonly isAnnounced: boolean
}

const OPENING = /^[ \t>]*(`{3,}(?!`)|~{3,}(?!~))([^\n]*)$/
const MARKDOWN: ReadonlySet<string> = new Set(['md', 'markdown', 'mdx', 'mdown', 'qmd', 'rmd'])

/** Returns the fence that a line opens; undefined if it opens none. */
export function openingFence(line: string): Fence | undefined {
  const [, marker, info = ''] = OPENING.exec(line.trimEnd()) ?? []
  if (marker === undefined || (marker.startsWith('`') && info.includes('`'))) return undefined
  return { marker, language: fenceLanguage(info), inner: undefined, isAnnounced: false }
}

/** Returns the language of an info string: `{.python}` and `python title="a"` are `python`. */
export const fenceLanguage = (info: string): string =>
  /^\s*\{?\.?([^\s{}]*)/.exec(info)?.[1]?.toLowerCase() ?? ''

/** Returns the fence after the next line of its content; undefined if the line closes it. */
export function fenceAfter(fence: Fence, line: string): Fence | undefined {
  const { marker, inner } = fence
  const next = { ...fence, isAnnounced: /[:：]\s*$/.test(line) }
  if (inner !== undefined) return closes(line, inner) ? { ...next, inner: undefined } : next
  const nested = mayContainFences(fence) ? nestedMarker(fence, line) : undefined
  if (nested !== undefined) return { ...next, inner: nested }
  return closes(line, marker) ? undefined : next
}

/**
 * Returns the marker of a fence that the line opens within a Markdown file. One without a language opens only below a line
 * that announces it, otherwise it is the end of the file. A shorter one ends nothing, and so need not be known.
 */
function nestedMarker({ marker, isAnnounced }: Fence, line: string): string | undefined {
  const nested = openingFence(line)
  if (nested?.marker.startsWith(marker) !== true) return undefined
  return nested.language !== '' || isAnnounced ? nested.marker : undefined
}

function closes(line: string, marker: string): boolean {
  const bare = line.replace(/^[ \t>]*/, '').trimEnd()
  return bare.length >= marker.length && bare === marker.charAt(0).repeat(bare.length)
}

/** Returns whether nothing but the rules of Markdown files makes the end of this fence another one. */
export const mayContainFences = ({ language }: Fence): boolean => MARKDOWN.has(language)

/**
 * Returns where a fence ends that begins with the source, after the newline of its last line; `isClosed` is false where
 * the source ends before it.
 */
export function fenceEnd(source: string): { readonly end: number; readonly isClosed: boolean } {
  const lines = source.split('\n')
  let fence = openingFence(lines[0] ?? '')
  let end = (lines[0]?.length ?? 0) + 1
  for (const line of lines.slice(1)) {
    if (!fence) break
    fence = fenceAfter(fence, line)
    end += line.length + 1
  }
  return { end: Math.min(end, source.length), isClosed: fence === undefined }
}

/** Returns the lines outside fences. */
export function linesOutsideFences(text: string): readonly string[] {
  let fence: Fence | undefined
  return text.split('\n').filter((line) => {
    const before = fence
    fence = before ? fenceAfter(before, line) : openingFence(line)
    return !before && !fence
  })
}
