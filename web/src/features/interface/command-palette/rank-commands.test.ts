import { expect, test } from 'vitest'
import { rankCommands, type PaletteCommand } from './rank-commands.ts'

const command = (id: string, group: string, label: string, words?: string): PaletteCommand => ({
  id,
  group,
  label,
  ...(words === undefined ? {} : { words }),
  run: () => {},
})
const COMMANDS = [
  command('tutor', 'agents', 'Talk to Tutor'),
  command('v', 'agents', 'Talk to V', 'general'),
  command('mute', 'voice', 'Mute', 'sound'),
  command('settings', 'go', 'Réglages'),
]
const ids = (typed: string) => rankCommands(COMMANDS, typed).map(({ id }) => id)

test('shows everything for empty input', () => {
  expect(ids('  ')).toEqual(['tutor', 'v', 'mute', 'settings'])
})

test('ranks beginnings of words before other matches, within the group', () => {
  expect(ids('t')).toEqual(['tutor', 'v', 'mute'])
  expect(ids('tu')).toEqual(['tutor'])
})

test('matches synonyms and ignores accents', () => {
  expect(ids('GENERAL')).toEqual(['v'])
  expect(ids('reglages')).toEqual(['settings'])
  expect(ids('zzz')).toEqual([])
})
