import { describe, expect, it } from 'vitest'
import { fenceEnd, linesOutsideFences } from './fences.ts'

const README = '```markdown\n# Bread\n\n```sh\nbake --hot\n```\n\nLet it cool.\n```\n'

describe('a fence', () => {
  it.each([
    [README, true],
    ['````md\n```\na\n```\n````\n', true],
    ['~~~md\n~~~sh\nb\n~~~\n~~~\n', true],
    ['```md\n~~~sh\n~~~\n```\n', true],
    ['```js\n```sh\n```\n', true],
    ['```md\nWrite it. Example:\n```\na\n```\n## Output\n```json\n{}\n```\n```\n', true],
    ['```md\n# A\n```\n', true],
    [README.slice(0, README.lastIndexOf('```')), false],
  ])('ends at its own end: %j', (source, isClosed) => {
    expect(fenceEnd(`${source}after\n`.slice(0, isClosed ? undefined : source.length))).toEqual({
      end: source.length,
      isClosed,
    })
  })

  it('is left out of lines', () => {
    expect(linesOutsideFences(`Save it:\n\n${README}\nEnjoy.`)).toEqual(['Save it:', '', '', 'Enjoy.'])
  })
})
