import { expect, it } from 'vitest'
import type { ViewMessage } from '#lib/agent-view.ts'
import { fenced } from '#lib/files/fenced-blocks.ts'
import { codeOf, fileNameOf } from './versions.ts'

const reply = (text: string, isRunning = false): ViewMessage => ({
  id: text,
  role: 'assistant',
  text,
  at: '2026-11-21T12:00:00.000Z',
  isRunning,
})
const block = (language: string, ...lines: string[]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`

it('collects the versions of the code, by language', () => {
  const talk = [
    reply(
      `${block('python', 'a', 'b', 'c')}\nor shorter\n\n${block('python', 'a', 'b')}${block('bash', '1', '2', '3')}`,
    ),
    reply('words'),
    reply(block('python', 'a', 'b', 'c')),
    reply(`${block('python', 'a', 'b', 'd')}\n${block('sql', 'x', 'y', 'z')}`),
    reply(block('python', 'e', 'f', 'g'), true),
  ]
  expect(codeOf(talk)).toEqual([
    { language: 'python', versions: ['a\nb\nc', 'a\nb\nd'] },
    { language: 'sql', versions: ['x\ny\nz'] },
  ])
})

it.each([
  ['python', 'code.py'],
  ['go', 'code.go'],
  ['', 'code.txt'],
  ['../x', 'code.x'],
])('saves %j as %s', (language, name) => expect(fileNameOf(language)).toBe(name))

it('fences code that has fences in it', () => {
  expect(fenced('md', 'a\n```\nb')).toBe('````md\na\n```\nb\n````')
})
