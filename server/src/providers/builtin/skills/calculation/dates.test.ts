import { describe, expect, it } from 'vitest'
import { ask } from '../../fixtures/ask.ts'

describe('dates', () => {
  it.each([
    ['What day is it today?', 'en', 'Today is Saturday, November 21, 2026.'],
    ["What's the date?", 'en', 'Saturday, November 21, 2026'],
    ['What day is tomorrow?', 'en', 'Sunday, November 22, 2026'],
    ['What day of the week is December 25, 2026?', 'en', 'Friday'],
    ['How many days until Christmas?', 'en', ': 34 days.'],
    ['How many days between 2026-01-01 and 2026-03-01?', 'en', ': 59 days.'],
    ['how long until the 1st of March', 'en', ': 100 days.'],
    ['Welcher Tag ist heute?', 'de-DE', 'Heute ist Samstag, 21. November 2026.'],
    ['Wie viele Tage sind es bis Weihnachten?', 'de-DE', '34 Tage'],
    ['Welcher Wochentag ist der 3. Oktober 2027?', 'de-DE', 'Sonntag'],
    ['Quel jour sommes-nous ?', 'fr-FR', 'samedi 21 novembre 2026'],
    ['Combien de jours avant Noël ?', 'fr-FR', '34 jours'],
    ['Quel jour tombe le 14 juillet 2027 ?', 'fr-FR', 'mercredi'],
    ['¿Qué día es hoy?', 'es-ES', 'sábado, 21 de noviembre de 2026'],
    ['¿Cuántos días faltan para Navidad?', 'es-ES', '34 días'],
    ['Che giorno è oggi?', 'it-IT', 'sabato 21 novembre 2026'],
    ['Quanti giorni mancano a Natale?', 'it-IT', '34 giorni'],
    ['Que dia é hoje?', 'pt-BR', 'sábado, 21 de novembro de 2026'],
    ['Quantos dias faltam para o Natal?', 'pt-BR', '34 dias'],
    ['今日は何曜日ですか', 'ja-JP', '2026年11月21日土曜日'],
    ['クリスマスまであと何日？', 'ja-JP', '34 日'],
    ['12月25日は何曜日？', 'ja-JP', '金曜日'],
    ['오늘 며칠이야?', 'ko-KR', '2026년 11월 21일 토요일'],
    ['크리스마스까지 며칠 남았어?', 'ko-KR', '34일'],
    ['今天星期几？', 'zh-CN', '2026年11月21日星期六'],
    ['离圣诞节还有多少天？', 'zh-CN', '34天'],
  ])('%s (%s)', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })

  it.each([
    'How many days until February 30?',
    'What day did Caesar die?',
    'Plan my day',
    'Rename my photos by date',
  ])('does not handle %s', async (message) => {
    expect(await ask(message, { language: 'en' })).toContain('I do not know')
  })
})
