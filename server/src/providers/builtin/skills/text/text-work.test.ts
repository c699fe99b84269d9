import { describe, expect, it } from 'vitest'
import { ask } from '../../fixtures/ask.ts'

const STORY =
  'The lighthouse stood on the northern rock. Every night its keeper lit the lamp of the lighthouse. Gulls cried. ' +
  'One night the lamp of the lighthouse went dark, and the keeper rowed to the village. Rain fell.'
const said = (content: string) => ({ earlier: [{ role: 'assistant' as const, content }] })

describe('counting', () => {
  it.each([
    ['How many words are in "the quick brown fox"?', 'en', 'Words: 4. Characters: 19. Sentences: 1.'],
    ['Count the words: one two three. Four!', 'en', 'Words: 4'],
    ['Wie viele Wörter hat dieser Text: eins zwei drei', 'de-DE', 'Wörter: 3'],
    ['Compte les mots : un deux trois', 'fr-FR', 'Mots : 3'],
    ['Cuenta las palabras: uno dos tres', 'es-ES', 'Palabras: 3'],
    ['Conta le parole: uno due tre', 'it-IT', 'Parole: 3'],
    ['Conte as palavras: um dois três', 'pt-BR', 'Palavras: 3'],
    ['文字数を数えて：こんにちは', 'ja-JP', '文字：5'],
    ['글자 수를 세어 줘: 안녕하세요', 'ko-KR', '글자: 5'],
    ['统计字数：今天天气很好', 'zh-CN', '字符：6'],
  ])('%s', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })

  it('counts the previous message if no other text is given', async () => {
    expect(
      await ask('How many words are in that?', { language: 'en', ...said('four words of text') }),
    ).toContain('Words: 4')
  })
})

describe('summaries', () => {
  it.each([
    ['Summarise this:', 'en', 'The main sentences'],
    ['Fasse zusammen:', 'de-DE', 'Die wichtigsten Sätze'],
    ['Résume ce texte :', 'fr-FR', 'Les phrases principales'],
    ['Resume esto:', 'es-ES', 'Las frases principales'],
    ['Riassumi questo:', 'it-IT', 'Le frasi principali'],
    ['Resuma isto:', 'pt-BR', 'As frases principais'],
    ['要約して：', 'ja-JP', '主な文'],
    ['요약해 줘:', 'ko-KR', '중요한 문장'],
    ['总结：', 'zh-CN', '主要的句子'],
  ])('%s', async (wish, language, expected) => {
    const answer = await ask(`${wish}\n${STORY}`, { language })
    expect(answer).toContain(expected)
    expect(answer.match(/^- /gm)).toHaveLength(3)
    expect(answer).toContain('lighthouse')
    expect(answer).not.toContain('Rain fell')
  })

  it('summarizes the conversation on request', async () => {
    expect(await ask('Please sum up our conversation', { language: 'en', ...said(STORY) })).toContain(
      'lighthouse',
    )
  })

  it('does not claim knowledge of a subject', async () => {
    expect(
      await ask('Summarise the causes of the First World War', { language: 'en', ...said(STORY) }),
    ).toContain('I do not know')
  })
})

describe('lists, order and letters', () => {
  it.each([
    ['Sort: pear, apple, 10 nuts, 9 figs', 'en', '- 9 figs\n- 10 nuts\n- apple\n- pear'],
    ['Sortiere: Zebra, Äpfel, Birne', 'de-DE', '- Äpfel\n- Birne\n- Zebra'],
    ['Trie : poire, abricot', 'fr-FR', '- abricot\n- poire'],
    ['Ordena: pera, manzana', 'es-ES', '- manzana\n- pera'],
    ['Ordina: pera, mela', 'it-IT', '- mela\n- pera'],
    ['Ordene: pera, maçã', 'pt-BR', '- maçã\n- pera'],
    ['並べ替えて：みかん、いちご', 'ja-JP', '- いちご\n- みかん'],
    ['정렬해 줘: 배, 사과, 귤', 'ko-KR', '- 귤\n- 배\n- 사과'],
    ['排序：梨、苹果', 'zh-CN', '- 梨\n- 苹果'],
    ['Bullet points: milk, bread', 'en', '- milk\n- bread'],
    ['Stichpunkte: Milch, Brot', 'de-DE', '- Milch\n- Brot'],
    ['Upper case: straße', 'en', 'STRASSE'],
    ['En minuscules : ÉTÉ', 'fr-FR', 'été'],
  ])('%s', async (message, language, expected) => {
    expect(await ask(message, { language })).toBe(expected)
  })
})

describe('repeated words', () => {
  it.each([
    ['Which words are repeated: blue sea, blue sky, blue sea', 'en', '- blue (3)\n- sea (2)'],
    ['Welche Wörter wiederholen sich: rot und rot', 'de-DE', '- rot (2)'],
    ['重复的词：苹果 梨 苹果', 'zh-CN', '- 苹果 (2)'],
    ['Repeated words: one two', 'en', 'No word is repeated.'],
  ])('%s', async (message, language, expected) => {
    expect(await ask(message, { language })).toBe(expected)
  })
})

describe('pulling out', () => {
  it.each([
    ['Find the numbers: 3 apples, 4.5 pears', 'en', '- 3\n- 4.5'],
    [
      'Extract the e-mail addresses: write to a.b@example.org or c@d.example',
      'en',
      '- a.b@example.org\n- c@d.example',
    ],
    [
      'Find the dates: we met on 3 March 2026 and on 2026-04-05',
      'en',
      'March 3, 2026\n- Sunday, April 5, 2026',
    ],
    ['Finde die Zahlen: 3 Äpfel und 7 Birnen', 'de-DE', '- 3\n- 7'],
    ['Extrais les nombres : 3 et 7', 'fr-FR', '- 3\n- 7'],
    ['Extrae los números: 3 y 7', 'es-ES', '- 3\n- 7'],
    ['Estrai i numeri: 3 e 7', 'it-IT', '- 3\n- 7'],
    ['Extraia os números: 3 e 7', 'pt-BR', '- 3\n- 7'],
    ['数字を抜き出して：りんご3個、梨7個', 'ja-JP', '- 3\n- 7'],
    ['숫자를 뽑아 줘: 사과 3개, 배 7개', 'ko-KR', '- 3\n- 7'],
    ['提取数字：3个苹果，7个梨', 'zh-CN', '- 3\n- 7'],
    ['Find the numbers: none here', 'en', 'I found none.'],
  ])('%s', async (message, language, expected) => {
    expect(await ask(message, { language })).toContain(expected)
  })
})

it('asks for the text if it is missing', async () => {
  expect(await ask('count the words', { language: 'en' })).toContain('Which text?')
})

it('formats JSON, and reports where it is broken', async () => {
  expect(await ask('{"a":[1,2]}')).toContain('```json\n{\n  "a": [\n    1,\n    2\n  ]\n}\n```')
  expect(await ask('Format this JSON: {"a": 1,}')).toMatch(/^This is not valid JSON: ./)
  expect(await ask('What does f({a: 1}) return?')).not.toContain('JSON')
  expect(await ask('Why does list[0] fail here?')).not.toContain('```json')
})
