import { describe, expect, it } from 'vitest'
import { plainInline, plainLines } from './plain-markdown.ts'

describe('text without Markdown', () => {
  it.each([
    [
      'A pencil is **$2.40**, a pen $7.10, and 2*3*4 boxes',
      'A pencil is $2.40, a pen $7.10, and 2*3*4 boxes',
    ],
    ['Is $5 more than 2*3?', 'Is $5 more than 2*3?'],
    ['A **very *important* text** and ~~not~~ _this_', 'A very important text and not this'],
    ['駅前の**「青い門」**で待ちます。', '駅前の「青い門」で待ちます。'],
    ['***「両方」***です', '「両方」です'],
    ['**`code`**を and `a` **b `c`**', 'codeを and a b c'],
    ['これは*強調*です', 'これは強調です'],
    ['`a*b*c` and __init__ and snake_case_name', 'a*b*c and init and snake_case_name'],
    [String.raw`5 \* 3 and \$5`, '5 * 3 and $5'],
    ['[the docs](https://example.org) say<br>so', 'the docs say so'],
    ['~5 km to ~10 km', '~5 km to ~10 km'],
    ['**open and * alone', '**open and * alone'],
  ])('%j is %j', (markdown, plain) => expect(plainInline(markdown)).toBe(plain))

  it('leaves out code, tables and rules', () => {
    const markdown =
      'Save it:\n\n```md\n# A\n```sh\nb\n```\nc\n```\n\n---\n| a | b |\n- Enjoy **it**\n> 2. Walk'
    expect(plainLines(markdown)).toEqual(['Save it:', 'Enjoy it', '2. Walk'])
  })
})
