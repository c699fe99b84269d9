import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { mathematics } from '../../mathematics.ts'

/** Loading mathjs takes seconds on a busy machine and is not under test. */
beforeAll(mathematics, 30_000)

describe('units', () => {
  it.each([
    ['How far is 10 miles in kilometres?', 'en', '10 miles is 16.0934 kilometers.'],
    ['How many tablespoons are in a cup?', 'en', '1 cup is 16 tablespoons.'],
    ['convert 5kg to pounds', 'en', '11.0231 pounds'],
    ['72 F in C', 'en', '22.2222 degrees Celsius'],
    ['Wie viele Minuten hat eine Stunde?', 'de-DE', '60 Minuten'],
    ['Wie viel sind 3,5 Meilen in Kilometern?', 'de-DE', '5,6327 Kilometer'],
    ['Combien de grammes dans un kilo ?', 'fr-FR', '1 000 grammes'],
    ['Convertis 100 km/h en miles par heure', 'fr-FR', '62,1371 miles par heure'],
    ['¿Cuántos metros son 2 kilómetros?', 'es-ES', '2000 metros'],
    ['Quanti centimetri sono 5 pollici?', 'it-IT', '12,7 centimetri'],
    ['Quantos litros são 2 galões?', 'pt-BR', '7,57082 litros'],
    ['大さじ3杯は何ミリリットル？', 'ja-JP', '45 ミリリットル'],
    ['10マイルは何キロメートルですか', 'ja-JP', '16.0934 キロメートル'],
    ['華氏72度は摂氏何度？', 'ja-JP', '22.2222'],
    ['10마일은 몇 킬로미터야?', 'ko-KR', '16.0934킬로미터'],
    ['화씨 72도는 섭씨 몇 도야?', 'ko-KR', '22.2222'],
    ['10英里等于多少公里？', 'zh-CN', '16.0934公里'],
    ['1小时有多少分钟', 'zh-CN', '60分钟'],
  ])('%s (%s)', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })

  it.each([
    'How many kilograms are in a kilometer?',
    'I ran 5 miles and 3 kilometers today.',
    'Give me a plan to run 5 miles or 8 kilometers every week',
    'Walk me through the causes of the First World War in two minutes.',
  ])('does not convert %s', async (message) => {
    expect(await ask(message, { language: 'en' })).toContain('I do not know')
  })
})
