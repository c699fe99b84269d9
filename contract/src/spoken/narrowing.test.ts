import { expect, it } from 'vitest'
import { commandOf } from './commands.ts'
import { narrowingIn } from './narrowing.ts'
import { spokenDay } from './spoken-day.ts'

const NOW = new Date(2026, 10, 28)
const command = (text: string, language: string) => commandOf(text, { language, agents: [], wakeWords: [] })

it.each([
  ['en', 'Only since June.', '2026-06-01'],
  ['en', 'Just from the 3rd of December, please.', '2025-12-03'],
  ['en', 'And only after March 2024', '2024-03-01'],
  ['en', 'only since yesterday', '2026-11-27'],
  ['en', 'only since Monday', '2026-11-23'],
  ['es', 'Solo desde junio, por favor.', '2026-06-01'],
  ['es', 'Sólo a partir del 3 de marzo'.replace('del', 'de'), '2026-03-03'],
  ['fr', 'Seulement depuis juin.', '2026-06-01'],
  ['fr', 'Uniquement depuis le mois dernier', '2026-10-28'],
  ['de', 'Nur seit Juni, bitte.', '2026-06-01'],
  ['de', 'Nur ab dem 3. Juni', '2026-06-03'],
  ['de', 'Nur seit letzter Woche', '2026-11-21'],
  ['it', 'Solo da giugno.', '2026-06-01'],
  ['it', 'Soltanto dal 3 giugno 2025', '2025-06-03'],
  ['pt', 'Só desde junho.', '2026-06-01'],
  ['pt', 'Apenas a partir de 3 de junho', '2026-06-03'],
  ['ja', '6月以降だけ。', '2026-06-01'],
  ['ja', '先週からのものだけ', '2026-11-21'],
  ['ko', '6월 이후만.', '2026-06-01'],
  ['ko', '지난달부터만', '2026-10-28'],
  ['zh', '只看6月以后的。', '2026-06-01'],
  ['zh', '只要去年以来的', '2025-11-28'],
])('%s: %j searches since %s', (base, text, from) => {
  expect(narrowingIn(base, text, NOW)).toEqual({ kind: 'narrow-search', from })
})

it.each([
  ['en', 'Only what Anna said.', 'anna'],
  ['es', 'Solo lo que dijo Ana.', 'ana'],
  ['fr', "Seulement ce qu'a dit Anne.", 'anne'],
  ['fr', 'Uniquement ce que Marie Curie a dit', 'marie curie'],
  ['de', 'Nur was Anna gesagt hat.', 'anna'],
  ['it', 'Solo quello che ha detto Anna.', 'anna'],
  ['pt', 'Só o que a Ana disse.', 'ana'],
  ['ja', '田中さんが言ったことだけ。', '田中'],
  ['ko', '지민이 말한 것만.', '지민'],
  ['zh', '只看小王说的。', '小王'],
])('%s: %j searches what %s said', (language, text, speaker) => {
  expect(command(text, language)).toEqual({ kind: 'narrow-search', speaker })
})

it.each([
  ['en', 'Only since you asked.'],
  ['en', 'Only what you said.'],
  ['en', 'Only what is in the code, since June is over.'],
  ['de', 'Nur seit du gefragt hast.'],
  ['de', 'Nur ab und zu.'],
  ['fr', 'Seulement depuis que je suis là.'],
  ['ja', 'これからだけ'],
  ['zh', '只有你说的'],
])('%s: %j is for the assistant', (language, text) => expect(command(text, language)).toBeUndefined())

it.each([
  ['31 June', 'en'],
  ['whenever', 'en'],
  ['', 'ja'],
  ['13月', 'ja'],
])('%j is no day', (words, base) => expect(spokenDay(words, base, NOW)).toBeUndefined())
