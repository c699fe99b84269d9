import { expect, it } from 'vitest'
import { correctedNote, noteAnswerOf } from './note-answers.ts'

it.each([
  ['en-US', 'Yes, please.', 'No, thanks.', 'Not that, Linz.', 'Linz'],
  ['es-ES', 'Sí.', 'No, gracias.', 'No, Linz.', 'Linz'],
  ['fr-FR', 'Oui.', 'Non merci.', 'Pas ça, Linz.', 'Linz'],
  ['de-DE', 'Ja, gerne.', 'Nein, danke.', 'Nein, Linz.', 'Linz'],
  ['it-IT', 'Sì.', 'No, grazie.', 'No, Linz.', 'Linz'],
  ['pt-BR', 'Sim.', 'Não, obrigado.', 'Não é isso, Linz.', 'Linz'],
  ['ja-JP', 'はい。', 'いいえ。', 'いいえ、リンツです。', 'リンツ'],
  ['ko-KR', '네.', '아니요.', '아니요, 린츠예요.', '린츠'],
  ['zh-CN', '好的。', '不用了。', '不是，是林茨。', '林茨'],
])('%s: %j, %j and %j answer whether to remember', (language, yes, no, correction, words) => {
  const answers = [yes, no, correction].map((text) => noteAnswerOf(text, language, []))
  expect(answers).toEqual([{ kind: 'yes' }, { kind: 'no' }, { kind: 'correction', words }])
})

it.each([
  ['en-US', 'What is the weather?'],
  ['en-US', 'No, what is the weather in Linz?'],
  ['de-DE', 'Erzähl mir von Graz.'],
  ['en-US', 'Vee'],
])('%s: %j is for the assistant', (language, text) =>
  expect(noteAnswerOf(text, language, ['vee'])).toBeUndefined(),
)

it.each([
  ['en', 'Moved to Graz.', 'Linz', 'Moved to Linz.'],
  ['en', 'Lives in New York.', 'Linz', 'Lives in Linz.'],
  ['en', 'Has 3 children.', '4', 'Has 4 children.'],
  ['en', 'Likes tea.', 'Linz', 'Likes tea (Linz)'],
  ['en', 'Likes tea.', 'I drink coffee now', 'I drink coffee now'],
  ['de', 'Ist nach Graz gezogen.', 'Linz', 'Ist nach Linz gezogen.'],
  ['ja', 'グラーツに引っ越した。', 'リンツ', 'リンツに引っ越した。'],
  ['ja', '最近グラーツに引っ越した。', 'リンツ', '最近リンツに引っ越した。'],
  ['zh', '他搬到了北京。', '上海', '他搬到了上海。'],
])('%s: %j corrected by %j is %j', (language, note, correction, corrected) =>
  expect(correctedNote(note, correction, language)).toBe(corrected),
)
