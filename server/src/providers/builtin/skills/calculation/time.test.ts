import { describe, expect, it } from 'vitest'
import { ask } from '../../fixtures/ask.ts'

describe('the time', () => {
  it.each([
    ['What time is it?', 'en', 'It is 3:30 PM on this server'],
    ['What time is it in Tokyo?', 'en', 'In Tokyo it is 11:30 PM, Saturday, November 21, 2026.'],
    ['what time is it in new york right now', 'en', '9:30 AM'],
    ['Wie spät ist es?', 'de-DE', '15:30'],
    ['Wie spät ist es in München?', 'de-DE', 'In München ist es 15:30'],
    ['Quelle heure est-il à Londres ?', 'fr-FR', '14:30'],
    ['¿Qué hora es en Ciudad de México?', 'es-ES', '8:30'],
    ['Che ore sono a Mosca?', 'it-IT', '17:30'],
    ['Que horas são em São Paulo?', 'pt-BR', '11:30'],
    ['ニューヨークは今何時ですか', 'ja-JP', '9:30'],
    ['今何時？', 'ja-JP', '15:30'],
    ['런던은 지금 몇 시야?', 'ko-KR', '오후 2:30'],
    ['伦敦现在几点了？', 'zh-CN', '14:30'],
  ])('%s (%s)', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })

  it('has the time at every place that is named', async () => {
    const answer = await ask('What time is it in Tokyo, London and New York?', { language: 'en' })
    expect(answer.split('\n\n')).toEqual([
      expect.stringContaining('In Tokyo it is 11:30 PM'),
      expect.stringContaining('In London it is 2:30 PM'),
      expect.stringContaining('In New York it is 9:30 AM'),
    ])
  })

  it('reports an unknown place', async () => {
    expect(await ask('What time is it in Wakanda?', { language: 'en' })).toContain(
      'do not know the time zone',
    )
  })

  it('does not handle other questions about times', async () => {
    expect(await ask('What time should a child of five go to bed?', { language: 'en' })).toContain(
      'I do not know that',
    )
  })
})
