/**
 * `$x$` by the rule of pandoc: no space inside the dollars, no digit after them. So "$5 and $6" are prices.
 */
const SINGLE = String.raw`(?<![\\$])\$(?=[^\s$])(?:[^$\n\\]|\\.)*?(?<=\S)\$(?![\d$])`
const FORMULA = new RegExp(String.raw`\$\$|\\\(|\\\[|${SINGLE}`)
/**
 * Expressions that contain dollars, the longest first: an escape, a formula of either kind, and last a dollar
 * sign of a price.
 */
const DOLLARS = new RegExp(String.raw`\\\$|\$\$[\s\S]*?\$\$|${SINGLE}|\$`, 'g')

/** Replaces the dollar sign of a price while formulas are parsed; a character that no text uses. */
const MONEY = '\uE024'

/** Returns whether a block seems to contain formulas, so that their renderer has to be loaded. */
export function hasFormula(source: string): boolean {
  return FORMULA.test(source)
}

/** `\(…\)` and `\[…\]` as `$$…$$`, which remark-math reads, and money out of its sight. No offset moves. */
export function withPlainFormulas(source: string): string {
  return source
    .replaceAll(/\\[()[\]]/g, '$$$$')
    .replaceAll(DOLLARS, (match) => (match === '$' ? MONEY : match))
}

/** Returns the rendered text with its dollar signs restored. */
export function withMoney(text: string): string {
  return text.replaceAll(MONEY, '$')
}
