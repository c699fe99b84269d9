import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

/** Returns the selectors with `:hover` that also apply where there is no pointer that can hover. */
function ungatedHovers(css: string): readonly string[] {
  const selectors: string[] = []
  const preludes: string[] = []
  let start = 0
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))
  for (const { 0: mark, index } of bare.matchAll(/[{};]/g)) {
    const text = bare.slice(start, index).trim()
    start = index + 1
    if (mark === '}') preludes.pop()
    if (mark !== '{') continue
    const isGated = preludes.some((prelude) => /^@media.*\(hover: hover\)/.test(prelude))
    if (/:hover\b/.test(text) && !isGated) selectors.push(text)
    preludes.push(text)
  }
  return selectors
}

test('finds hover styles outside of the media query', () => {
  const css = `.a:hover { color: red } @media (hover: hover) { .b:hover { color: red } } /* .c:hover { } */
    @media (max-width: 1px) { .d:not(:hover) { color: red } }`
  expect(ungatedHovers(css)).toEqual(['.a:hover', '.d:not(:hover)'])
})

// On a touch screen, hover styles would remain after a tap.
test.each(globSync('**/*.css', { cwd: SOURCE }))('%s: hover styles need a pointer that can hover', (file) => {
  expect(ungatedHovers(readFileSync(join(SOURCE, file), 'utf8'))).toEqual([])
})
