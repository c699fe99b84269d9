import { describe, expect, it } from 'vitest'
import { addressedAgents, type AddressableAgent } from './addressed-agents.ts'

const AGENTS: readonly AddressableAgent[] = [
  { id: 'tutor', names: ['Tutor', 'Tuteur', 'チューター', '튜터', '导师'] },
  {
    id: 'coder',
    names: ['Coding Assistant', 'Coder', 'Code-Assistent', 'コーダー', '코딩 도우미', '编程助手'],
  },
  { id: 'v', names: ['V'] },
]

const addressed = (text: string, language = 'en', participants: readonly string[] = []) =>
  addressedAgents(text, { agents: AGENTS, participants, languages: [language] })

describe('one agent is addressed', () => {
  it.each([
    ['Tutor, what do you think?', 'en'],
    ['tutor what do you think', 'en'],
    ['Hey Tutor, explain that again.', 'en'],
    ['@Tutor is that right?', 'en'],
    ['Is that right, @tutor', 'en'],
    ['What do you think, Tutor?', 'en'],
    ['Explain that again, Tutor.', 'en'],
    ['Let the tutor take over', 'en'],
    ['Please continue here with the Tutor.', 'en'],
    ['Tutor, was meinst du?', 'de'],
    ['Und was meinst du, Tutor?', 'de'],
    ['Lass den Tutor übernehmen.', 'de'],
    ['Tutor, ¿qué opinas?', 'es'],
    ['Sigue con el tutor', 'es'],
    ['Tuteur, qu’en penses-tu ?', 'fr'],
    ['Continuez avec le tuteur', 'fr'],
    ['Tutor, cosa ne pensi?', 'it'],
    ['Continua con il tutor', 'it'],
    ['Tutor, o que você acha?', 'pt'],
    ['Deixa o tutor responder', 'pt'],
    ['チューター、どう思う？', 'ja'],
    ['どう思う、チューター？', 'ja'],
    ['チューターに代わって', 'ja'],
    ['튜터, 어떻게 생각해?', 'ko'],
    ['튜터에게 넘겨 줘', 'ko'],
    ['导师，你怎么看？', 'zh'],
    ['让导师来回答', 'zh'],
  ])('%s (%s)', (text, language) => {
    expect(addressed(text, language)).toEqual(['tutor'])
  })

  it.each([
    '@CodingAssistant help',
    '@Coding Assistant help',
    'Coder, is it O(n)?',
    'Coding Assistant, is it O(n)?',
  ])('by any of its names: %s', (text) => expect(addressed(text)).toEqual(['coder']))
})

describe('nobody is addressed', () => {
  it.each([
    ['My tutor said that this is wrong.', 'en'],
    ['The tutor in the film is great.', 'en'],
    ['Tutor is a nice job.', 'en'],
    ['I asked the tutor yesterday, and he knew it.', 'en'],
    ['Write to mail@tutor.example', 'en'],
    ['What does a coder earn?', 'en'],
    ['I like tea, coffee, and the word, Tutor.', 'en'],
    ['Mein Tutor hat gesagt, das stimmt nicht.', 'de'],
    ['Tutoren werden gesucht', 'de'],
    ['Mon tuteur a dit que non', 'fr'],
    ['Mi tutor dijo que no', 'es'],
    ['Il mio tutor dice di no', 'it'],
    ['Meu tutor disse que não', 'pt'],
    ['チューターを探しています', 'ja'],
    ['튜터가 그렇게 말했어', 'ko'],
    ['我的导师说不对', 'zh'],
    ['What is the difference between the two?', 'en'],
  ])('%s (%s)', (text, language) => {
    expect(addressed(text, language, ['v', 'coder'])).toEqual([])
  })
})

describe('several are addressed', () => {
  it.each([
    ['Tutor and Coder, what do you think?', 'en'],
    ['Tutor, Coder, what do you think?', 'en'],
    ['@Tutor @Coder which one?', 'en'],
    ['Tutor und Code-Assistent, was meint ihr?', 'de'],
    ['チューターとコーダー、どう思う？', 'ja'],
    ['导师和编程助手，你们怎么看？', 'zh'],
    ['튜터하고 코딩 도우미, 어떻게 생각해?', 'ko'],
  ])('by name: %s (%s)', (text, language) => {
    expect(addressed(text, language)).toEqual(['tutor', 'coder'])
  })

  it.each([
    ['What do both of you think?', 'en'],
    ['Was meint ihr beide dazu?', 'de'],
    ['Qu’en pensez-vous, vous deux ?', 'fr'],
    ['¿Qué opinan ustedes dos?', 'es'],
    ['Cosa ne pensate voi due?', 'it'],
    ['O que vocês dois acham?', 'pt'],
    ['二人ともどう思う？', 'ja'],
    ['둘 다 어떻게 생각해?', 'ko'],
    ['你们两个怎么看？', 'zh'],
  ])('the two that spoke last, in the order in which they spoke: %s (%s)', (text, language) => {
    expect(addressed(text, language, ['tutor', 'coder', 'v'])).toEqual(['coder', 'tutor'])
    expect(addressed(text, language, ['tutor'])).toEqual([])
  })

  it('as many as a round has', () => {
    expect(addressed('All of you, one sentence each.', 'en', ['tutor', 'coder', 'v', 'nerf'])).toEqual([
      'v',
      'coder',
      'tutor',
    ])
  })
})
