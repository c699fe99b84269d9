import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { mathematics } from '../../mathematics.ts'

/** Loading mathjs takes seconds on a busy machine and is not under test. */
beforeAll(mathematics, 30_000)

describe('sums', () => {
  it.each([
    ['What is 15 times 4?', 'en', '60'],
    ['what is fifteen percent of nothing', 'en', 'I do not know'],
    ['What is 15 percent of 86?', 'en', '12.9'],
    ['(2 + 3) * 4 - 10 / 4', 'en', '17.5'],
    ['0.1 + 0.2', 'en', '0.3'],
    ['1,234 + 1', 'en', '1,235'],
    ['What is the square root of 144?', 'en', '12'],
    ['two plus two', 'en', '4'],
    ['3 x 4 =', 'en', '12'],
    ['5!', 'en', '120'],
    ['200 + 10%', 'en', '220'],
    ['Was ist 15 Prozent von 80?', 'de-DE', '12'],
    ['Wie viel ist 3,5 mal 2?', 'de-DE', '7'],
    ['Wie viel ist 1.000 geteilt durch 3?', 'de-DE', '333,333333333'],
    ['Wurzel aus 81', 'de-DE', '9'],
    ['Combien font 12 fois 12 ?', 'fr-FR', '144'],
    ['Quelle est la racine carrée de 2,25 ?', 'fr-FR', '1,5'],
    ['Combien fait 20 pour cent de 50 ?', 'fr-FR', '10'],
    ['¿Cuánto es 7 por 8?', 'es-ES', '56'],
    ['¿Cuánto es el 10 por ciento de 250?', 'es-ES', '25'],
    ['Quanto fa 100 diviso 8?', 'it-IT', '12,5'],
    ['Quanto fa il 20 per cento di 80?', 'it-IT', '16'],
    ['Quanto é 9 vezes 9?', 'pt-BR', '81'],
    ['Quanto é 5 ao quadrado?', 'pt-BR', '25'],
    ['15たす3は？', 'ja-JP', '18です。'],
    ['86の15パーセントはいくつですか', 'ja-JP', '12.9です。'],
    ['16の平方根は？', 'ja-JP', '4です。'],
    ['15 더하기 3은 얼마야?', 'ko-KR', '18'],
    ['200의 15퍼센트는 얼마예요?', 'ko-KR', '30'],
    ['15乘以4等于多少？', 'zh-CN', '60'],
    ['86的15%是多少', 'zh-CN', '12.9'],
    ['九加三等于几', 'zh-CN', '12'],
  ])('%s (%s)', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })

  it.each([
    ['1/0', 'no result'],
    ['sqrt(-4)', 'no result'],
    ['9^9^9^9', 'too large'],
    [`${'('.repeat(60)}1+1${')'.repeat(60)}`, 'too long'],
    ['1+'.repeat(150) + '1', 'too long'],
  ])('reports the error in %s', async (message, expected) => {
    expect(await ask(message, { language: 'en' })).toContain(expected)
  })

  it.each([
    'import("fs")',
    'createUnit("foo")',
    'evaluate("1+1")',
    'f(x)=x^2',
    'a=1;a+1',
    '[1,2]+[3,4]',
    '1:10',
    '2026-12-25',
    '42',
    'pi',
  ])('does not handle %s', async (message) => {
    expect(await ask(message, { language: 'en' })).toContain('I do not know')
  })
})
