/** The source of a statement: a document, and the page, slide, chapter or cell in it. */
export interface Citation {
  readonly name: string
  /** as the model wrote it, such as `Page 3` or `Budget!C7`; empty for the whole document */
  readonly locator: string
}

/**
 * Returns a file's name as models see and cite it: on one line, without the characters that delimit names and sources. The
 * name was chosen by the file's author.
 */
export const citableName = (name: string): string => name.replaceAll(/[\s"“”<>[\];]+/g, ' ').slice(0, 120)

/** Longest citation with its brackets, in UTF-16 code units. */
export const MAX_CITATION_LENGTH = 240

/** The endings of files that can be attached; anything else in brackets is no citation. */
const SOURCE =
  /^([^[\]\n;]{1,120}?\.(?:pdf|doc[mx]|ppt[mx]|xls[mx]|od[pst]|epub|rtf|txt|md|markdown|csv|tsv|json|ya?ml|xml|x?html?|log|png|jpe?g|webp|gif|heic|avif))(?:[,:]?\s+([^[\]\n;]{1,120}))?$/i
const BRACKETS = /^\[([^[\]\n]{3,238})\]/

/**
 * Returns the citation that the text begins with, with its length: `[report.pdf, Page 3]`, or several that are separated by
 * semicolons. Returns undefined for everything else, links included.
 */
export function citationAt(
  text: string,
): { readonly sources: readonly Citation[]; readonly length: number } | undefined {
  const [bracketed = '', inner = ''] = BRACKETS.exec(text) ?? []
  if (bracketed === '' || /^[([:]/.test(text.slice(bracketed.length, bracketed.length + 1))) return undefined
  const sources: Citation[] = []
  for (const reference of inner.split(';')) {
    const [, name, locator = ''] = SOURCE.exec(reference.trim()) ?? []
    if (name === undefined) return undefined
    sources.push({ name, locator: locator.trim() })
  }
  return { sources, length: bracketed.length }
}

/** Returns whether more text may turn this one, which begins with a bracket, into a citation. */
export const mayBecomeCitation = (text: string): boolean =>
  text.length < MAX_CITATION_LENGTH && /^\[[^[\]\n]*\]?$/.test(text)

/** Returns the text without citations and the spaces before them. */
export function withoutCitations(text: string): string {
  let result = ''
  let from = 0
  for (let index = text.indexOf('['); index !== -1; index = text.indexOf('[', Math.max(index + 1, from))) {
    const citation = citationAt(text.slice(index, index + MAX_CITATION_LENGTH))
    if (!citation) continue
    result += text.slice(from, index).trimEnd()
    from = index + citation.length
  }
  return result + text.slice(from)
}
