/** `$x$` by the rule of pandoc: no space inside the dollars, no digit behind them. So "$5 and $6" is money. */
const DOLLARS = /(?<![\\$])\$(?=[^\s$])(?:[^$\n\\]|\\.)*?(?<=\S)\$(?![\d$])/
const DELIMITED = /\$\$|\\\(|\\\[/

/** Whether a block seems to hold formulas, so that what draws them has to be loaded. */
export function hasFormula(source: string): boolean {
  return DELIMITED.test(source) || DOLLARS.test(source)
}

/** `\(…\)` and `\[…\]` as `$$…$$`, which remark-math reads. No offset moves. */
export function withDollars(source: string): string {
  return source.replaceAll(/\\[()[\]]/g, '$$$$')
}
