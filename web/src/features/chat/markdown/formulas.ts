/** `$x$` by the rule of pandoc: no space inside the dollars, no digit behind them. So "$5 and $6" is money. */
const SINGLE = String.raw`(?<![\\$])\$(?=[^\s$])(?:[^$\n\\]|\\.)*?(?<=\S)\$(?![\d$])`
const FORMULA = new RegExp(String.raw`\$\$|\\\(|\\\[|${SINGLE}`)
/** What has dollars in it, the longest first: an escape, a formula of either kind, and last the sign of money. */
const DOLLARS = new RegExp(String.raw`\\\$|\$\$[\s\S]*?\$\$|${SINGLE}|\$`, 'g')

/** Stands for a dollar that is money while formulas are read; a character that no text uses. */
const MONEY = '\uE024'

/** Whether a block seems to hold formulas, so that what draws them has to be loaded. */
export function hasFormula(source: string): boolean {
  return FORMULA.test(source)
}

/** `\(…\)` and `\[…\]` as `$$…$$`, which remark-math reads, and money out of its sight. No offset moves. */
export function withPlainFormulas(source: string): string {
  return source
    .replaceAll(/\\[()[\]]/g, '$$$$')
    .replaceAll(DOLLARS, (found) => (found === '$' ? MONEY : found))
}

/** The rendered text with its money back. */
export function withMoney(text: string): string {
  return text.replaceAll(MONEY, '$')
}
