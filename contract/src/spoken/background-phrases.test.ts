import { expect, it } from 'vitest'
import { commandOf } from './commands.ts'

const command = (text: string, language: string) =>
  commandOf(text, { language, agents: [{ id: 'tutor_agent', label: 'Tutor' }], wakeWords: ['vee'] })

it.each([
  ['en-US', 'Please look into it and tell me later.'],
  ['en-US', 'Vee, look into that and tell me later!'],
  ['en-US', 'Compare the trains to Bern, and let me know later.'],
  ['es-ES', 'Investígalo y dímelo después, por favor.'],
  ['es-ES', 'Compara los trenes a Madrid y avísame más tarde.'],
  ['fr-FR', 'Renseigne-toi et dis-le-moi plus tard.'],
  ['fr-FR', 'Compare les trains pour Lyon et dis-moi plus tard.'],
  ['de-DE', 'Schau nach und sag es mir später, bitte.'],
  ['de-DE', 'Vergleiche die Züge nach Bern und sag mir später Bescheid.'],
  ['it-IT', 'Informati e dimmelo più tardi.'],
  ['it-IT', 'Confronta i treni per Roma e fammi sapere dopo.'],
  ['pt-BR', 'Pesquise e me diga depois.'],
  ['pt-BR', 'Compare os trens para Santos e me avise mais tarde.'],
  ['ja-JP', '調べて、後で教えてください。'],
  ['ja-JP', '京都行きの電車を比べて、あとで教えて。'],
  ['ko-KR', '알아보고 나중에 알려 주세요.'],
  ['ko-KR', '부산 가는 기차를 비교하고 나중에 알려줘.'],
  ['zh-CN', '查一下，稍后告诉我。'],
  ['zh-CN', '请比较去上海的火车，晚点告诉我。'],
])('in %s, "%s" asks for a reply in the background', (language, text) => {
  const { kind } = command(text, language) ?? { kind: 'none' }
  expect(kind).toBe('in-background')
})

it.each([
  ['en-US', 'My tutor said he would look into it and tell me.'],
  ['en-US', 'How do I look into a file?'],
  ['en-US', 'He said: tell me later about the trains.'],
  ['de-DE', 'Er sagt es mir später.'],
  ['de-DE', 'Wie schaue ich nach, ob es später regnet?'],
  ['fr-FR', 'Que faire plus tard ?'],
  ['ja-JP', '後で教えてと言われました。'],
  ['zh-CN', '他说稍后告诉我结果是什么意思？'],
])('in %s, "%s" does not', (language, text) => {
  expect(command(text, language)?.kind).not.toBe('in-background')
})

it('takes the whole utterance as the question', () => {
  expect(command('Compare the trains, and tell me later.', 'en')).toEqual({
    kind: 'in-background',
    text: 'Compare the trains, and tell me later.',
  })
})
