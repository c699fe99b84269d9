import { expect, it } from 'vitest'
import { consentAnswerOf, type ConsentAnswer } from './consent-answers.ts'

const WAKE_WORDS = ['vee', 'V', 'Tutor', 'Victoria']
const answerOf = (text: string, language = 'en-US') => consentAnswerOf(text, language, WAKE_WORDS)

it.each<[string, string, ConsentAnswer]>([
  ['en-US', 'Yes.', 'yes'],
  ['en-US', 'Yes, please!', 'yes'],
  ['en-US', 'Vee, yes', 'yes'],
  ['en-US', 'No, thank you.', 'no'],
  ['en-US', 'Always', 'always'],
  ['en-US', "Yes, and don't ask again.", 'always'],
  ['es-ES', 'Sí, claro', 'yes'],
  ['es-ES', 'Mejor no.', 'no'],
  ['es-ES', 'Siempre', 'always'],
  ['fr-FR', 'Oui, d’accord.', 'yes'],
  ['fr-FR', 'Non merci', 'no'],
  ['fr-FR', 'Toujours.', 'always'],
  ['de-DE', 'Ja, bitte.', 'yes'],
  ['de-DE', 'Lieber nicht', 'no'],
  ['de-DE', 'Ja, immer!', 'always'],
  ['it-IT', 'Sì, va bene', 'yes'],
  ['it-IT', 'Meglio di no', 'no'],
  ['it-IT', 'Sempre', 'always'],
  ['pt-BR', 'Sim, pode fazer', 'yes'],
  ['pt-BR', 'Agora não', 'no'],
  ['pt-BR', 'Sempre', 'always'],
  ['ja-JP', 'はい、どうぞ。', 'yes'],
  ['ja-JP', 'はい、お願いします。', 'yes'],
  ['ja-JP', 'だめです', 'no'],
  ['ja-JP', 'いつでもいいですよ', 'always'],
  ['ko-KR', '네, 그렇게 해 주세요.', 'yes'],
  ['ko-KR', '아니요', 'no'],
  ['ko-KR', '항상 허용해 주세요', 'always'],
  ['zh-CN', '可以。', 'yes'],
  ['zh-CN', '不要', 'no'],
  ['zh-CN', '总是允许', 'always'],
  // Speakers of other languages may use the English word.
  ['ja-JP', 'yes', 'yes'],
])('in %s "%s" is %s', (language, text, answer) => expect(answerOf(text, language)).toBe(answer))

it.each([
  ['en-US', ''],
  ['en-US', 'Vee'],
  ['en-US', 'Victoria'],
  ['en-US', 'mhm'],
  ['en-US', 'I see'],
  ['en-US', '(coughs)'],
  ['en-US', 'Stop'],
  ['en-US', 'Yes, and what is the time?'],
  ['en-US', 'There is no answer to that'],
  ['de-DE', 'Hm'],
  ['de-DE', 'Ach so'],
  ['de-DE', 'Ja, das habe ich gestern schon gesagt'],
  ['fr-FR', 'Je vois'],
  ['ja-JP', 'なるほど'],
  ['ja-JP', 'ヴィー'],
  ['ko-KR', '그렇군요'],
  ['zh-CN', '原来如此'],
  ['zh-CN', '嗯'],
])('in %s "%s" is no answer', (language, text) => expect(answerOf(text, language)).toBeUndefined())
