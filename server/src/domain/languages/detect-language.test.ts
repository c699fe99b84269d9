import { describe, expect, it } from 'vitest'
import { guessByNgrams } from '../../adapters/eld-languages.ts'
import { createLanguageDetection } from './detect-language.ts'

const languages = createLanguageDetection(guessByNgrams)
const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })

describe('the language of a conversation', () => {
  it.each([
    ['en-US', 'Tell me about the weather in the mountains'],
    ['es-ES', 'Hola, ¿qué tal? ¿Me puedes ayudar con la cena?'],
    ['fr-FR', 'Bonjour, comment ça va ?'],
    ['de-DE', 'Wie spät ist es gerade?'],
    ['it-IT', 'Che ore sono adesso?'],
    ['pt-BR', 'Que horas são agora? Não tenho relógio.'],
    ['ja-JP', '今日は何時ですか'],
    ['ko-KR', '지금 몇 시예요?'],
    ['zh-CN', '你好，今天天气怎么样'],
    ['sv-SE', 'Hej, hur mår du i dag?'],
  ])('is %s by the text', async (language, said) => {
    const detected = await languages.detect([user(said)])
    expect(detected.language).toBe(language)
    expect(detected.confidence).toBeGreaterThan(0.5)
  })

  it.each([
    ['nothing', []],
    ['white space', [user(' \n ')]],
    ['numbers', [user('12345 + 1')]],
    ['a word that many languages have', [user('ok')]],
    ['code alone', [user('```js\nconst total = prices.reduce((sum, price) => sum + price)\n```')]],
    ['system messages', [{ role: 'system' as const, content: 'Guten Morgen, wie geht es dir heute?' }]],
  ])('is unknown for %s', async (_, messages) => {
    expect(await languages.detect(messages)).toMatchObject({ language: null })
  })

  it('uses the last six messages with text', async () => {
    const old = [user('Bonjour, pouvez-vous m’aider à écrire une lettre ?')]
    const new6 = Array.from({ length: 3 }, () => [
      user('Ich möchte gern wissen, wie das geht.'),
      user('  '),
      assistant('Gern, ich erkläre es dir.'),
    ]).flat()
    expect(await languages.detect([...old, ...new6])).toMatchObject({ language: 'de-DE' })
    expect(await languages.detect([...new6.slice(0, 3), ...Array(6).fill(old[0])])).toMatchObject({
      language: 'fr-FR',
    })
  })

  it("prefers the user's words to the replies'", async () => {
    const detected = await languages.detect([
      user('Übersetze bitte ins Englische: Ich komme morgen später.'),
      assistant('I will come later tomorrow. That is how one would say it in a message to a friend.'),
    ])
    expect(detected.language).toBe('de-DE')
  })
})
