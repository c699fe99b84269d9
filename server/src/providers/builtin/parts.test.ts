import { beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '@vee/contract/entities/locale'
import { ask } from './fixtures/ask.ts'
import { textOf } from './locale-text.ts'
import { mathematics } from './mathematics.ts'

/** Loading mathjs takes seconds on a busy machine and is not under test. */
beforeAll(mathematics, 30_000)

const SUM_AND_DAYS: readonly [Locale, string, sum: string, days: string][] = [
  ['en', '17 % of 2,340, and how many days until Christmas?', '397.8', '34 days'],
  ['de-DE', 'Was sind 17 % von 2.340, und wie viele Tage sind es bis Weihnachten?', '397,8', '34 Tage'],
  ['fr-FR', 'Combien font 17 % de 2340, et combien de jours jusqu’à Noël ?', '397,8', '34 jours'],
  ['es-ES', '¿Cuánto es el 17 % de 2340 y cuántos días faltan para Navidad?', '397,8', '34 días'],
  ['it-IT', 'Quanto fa 17 % di 2340 e quanti giorni mancano a Natale?', '397,8', '34 giorni'],
  ['pt-BR', 'Quanto é 17 % de 2340 e quantos dias faltam para o Natal?', '397,8', '34 dias'],
  ['ja-JP', '12かける3はいくつですか。それからクリスマスまで何日ですか？', '36', '34 日'],
  ['ko-KR', '12 곱하기 3은 얼마예요? 그리고 크리스마스까지 며칠이에요?', '36', '34일'],
  ['zh-CN', '12乘以3等于多少？还有距离圣诞节还有多少天？', '36', '34天'],
]

describe('a message with several questions', () => {
  it.each(SUM_AND_DAYS)('has every part answered in %s', async (locale, message, sum, days) => {
    const [first, second, ...more] = (await ask(message, { language: locale, locale })).split('\n\n')
    expect(first).toContain(sum)
    expect(second).toContain(days)
    expect(more).toEqual([])
  })

  it.each([
    ['What is 5 times 3? How many centimeters are in 2 inches?', ['15', '2 inches is 5.08 centimeters']],
    ['What time is it in Tokyo, what is 9 * 9 and flip a coin', ['Tokyo', '81', 'Heads']],
    ['Who are you? What is Vee?', ['built-in', 'Vee is']],
  ])('%s', async (message, expected) => {
    const answers = (await ask(message, { language: 'en' })).split('\n\n')
    expect(answers).toHaveLength(expected.length)
    for (const [index, fragment] of expected.entries()) expect(answers[index]).toContain(fragment)
  })

  it('has the parts answered that can be, and states that there are others', async () => {
    expect(await ask('Why is the sky blue? And what is 2 + 2?', { language: 'en' })).toBe(
      `4\n\n${textOf('en').answers.unknown}`,
    )
  })

  it('has its only question answered', async () => {
    expect(await ask('I have a garden. What is 12 times 3?', { language: 'en' })).toBe('36')
  })
})

describe('one question with a conjunction or a comma', () => {
  it.each([
    ['How many days are there between 1 March 2027 and 4 March 2027?', '3 days'],
    ['How many days until December 24, 2026?', '33 days'],
    ['Give me a random number between 5 and 10', 'picked from 5 to 10'],
    ['Was ist 5 und 3?', '8'],
  ])('%s', async (message, expected) => {
    const answer = await ask(message)
    expect(answer).toContain(expected)
    expect(answer).not.toContain('\n')
  })
})
