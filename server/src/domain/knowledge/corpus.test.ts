import { expect, it } from 'vitest'
import { CORPUS } from './fixtures/corpus.ts'
import { PassageIndex } from '@vee/contract/passages/passage-index'

/** Share of questions whose sentence must be among the first five. */
const MIN_EXACT = 0.9
const MIN_PARAPHRASE = 0.8

/** Everyday sentences around the wanted ones: each shares words with several questions. */
const AROUND = [
  'When we decided about the holidays, the weather was what we talked about first.',
  'Was haben wir eigentlich wann und wo über die Küche gesagt?',
  'Quand est-ce que nous avons parlé de la couleur du salon ?',
  '¿Qué dijo el vecino sobre la fiesta del jueves?',
  'Che cosa abbiamo mangiato venerdì da quando siamo arrivati?',
  'Quando foi que falamos sobre a viagem de dezembro?',
  '来週の会議は何時からですか。場所はまだ決まっていません。',
  '다음 주 회의는 언제 시작하나요? 장소는 아직 모릅니다.',
  '下周的会议什么时候开始？地点还没有决定。',
]

const index = new PassageIndex()
const add = (id: string, text: string) =>
  index.add({ key: id, stamp: '', kind: 'note', id, title: '', parts: [{ text, place: null, at: 0 }] })
for (const [number, { text }] of CORPUS.entries()) add(String(number), text)
for (let round = 0; round < 40; round += 1)
  for (const [number, text] of AROUND.entries()) add(`around ${round} ${number}`, `${text} ${round}`)

function recallOf(questionOf: (entry: (typeof CORPUS)[number]) => string): number {
  const found = CORPUS.filter((entry, number) =>
    index.search({ q: questionOf(entry), offset: 0, limit: 5 }).hits.some(({ id }) => id === String(number)),
  )
  return found.length / CORPUS.length
}

it('finds sentences by questions in the same words, in nine languages', () => {
  expect(recallOf(({ exact }) => exact)).toBeGreaterThanOrEqual(MIN_EXACT)
})

it('finds sentences by questions in other forms of the words', () => {
  expect(recallOf(({ paraphrase }) => paraphrase)).toBeGreaterThanOrEqual(MIN_PARAPHRASE)
})
