import { expect, it } from 'vitest'
import { fencedBlocks, withoutFences } from './fenced-blocks.ts'

it('finds blocks with their languages, and leaves an unfinished one open', () => {
  const diagram = '```mermaid\nflowchart LR\n  a --> b\n```'
  const text = `${diagram}\n\ntext\n\n~~~Python title\nprint()\n~~~\n\n\`\`\`js\nlet a`
  expect(fencedBlocks(text)).toEqual([
    { language: 'mermaid', code: 'flowchart LR\n  a --> b', source: diagram },
    { language: 'python', code: 'print()', source: '~~~Python title\nprint()\n~~~' },
  ])
  expect(withoutFences(text)).toBe('\n\ntext\n\n\n\n```js\nlet a')
})

it('reads each line once, for any number of unclosed fences', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `${index % 2 === 0 ? '```' : '~~~'}a`).join('\n')
  const before = process.threadCpuUsage()
  expect(fencedBlocks(text)).toEqual([])
  expect(withoutFences(text)).toBe(text)
  expect(withoutFences(`a\n${text}`, { unclosed: true })).toBe('a\n')
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(500)
})
