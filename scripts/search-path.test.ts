import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withoutOptionalPrograms } from './search-path.ts'

const root = mkdtempSync(join(tmpdir(), 'vee-search-path-'))
afterAll(() => rmSync(root, { recursive: true }))

it('keeps the first program of each name, without those that a new machine lacks', () => {
  const [first, second] = [join(root, 'first'), join(root, 'second')]
  for (const [folder, names] of [
    [first, ['git', 'espeak-ng']],
    [second, ['git', 'node', 'ffmpeg', 'sox']],
  ] as const) {
    mkdirSync(folder)
    for (const name of names) writeFileSync(join(folder, name), '')
  }
  const links = withoutOptionalPrograms([first, '', second, join(root, 'missing')].join(delimiter))
  expect(readdirSync(links).sort()).toEqual(['git', 'node'])
  expect(readlinkSync(join(links, 'git'))).toBe(join(first, 'git'))
})
