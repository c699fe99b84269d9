/** One round of all Markdown elements; every `#` is replaced by the number of its word. */
const ROUND = `## Heading w# w#

A paragraph with **bold w#**, *leaning w#*, \`code w#\` and a [link w#](https://example.org/w#) among plain words w# w# w# w#, long
enough to fill w# more than w# one line w# of the page w# before it ends w#.

- first w# of the list w#
- second w# with **weight w#** in it w#
- third w# and last w#

| name | value |
|---|---|
| left w# | right w# |
| up w# | down w# |

\`\`\`ts
const w# = read(w#) + 1
if (w# > w#) throw new Error('w#')
\`\`\`

1. one w# w#
2. two w# w#

`

/**
 * Returns Markdown with at least this many words (as a model's tokens), in which every marked word contains
 * its position.
 */
export function numberedMarkdown(words: number): string {
  let text = ''
  for (let count = 0; count < words; count = text.split(/\s+/).length) text += ROUND
  let number = 0
  return text.replaceAll(/\bw#/g, () => `w${(number += 1)}`)
}

/** Returns the highest number at the end of a text; 0 if there is none. */
export function lastNumberIn(text: string): number {
  const numbers = text.slice(-400).matchAll(/\bw(\d+)(?!\d)/g)
  return Math.max(0, ...Array.from(numbers, ([, digits]) => Number(digits)))
}
