import { describe, expect, it } from 'vitest'
import { commandOf } from '@vee/contract/spoken/commands'
import { completenessOf } from './completeness.ts'
import { isBackchannel, isStop } from '@vee/contract/spoken/backchannels'
import { afterWakeWord, matchWakeWord } from '@vee/contract/spoken/wake-words'

describe('the end of a turn', () => {
  it.each([
    ['en-US', 'What is a token bucket?', 'I was there and.'],
    ['es-ES', '¿Qué hora es?', 'Quiero ir a la playa y.'],
    ['fr-FR', 'Quel temps fait-il ?', 'Je voudrais aller à la.'],
    ['de-DE', 'Wie spät ist es?', 'Ich war da und.'],
    ['it-IT', 'Che ore sono?', 'Vorrei andare al mare e.'],
    ['pt-BR', 'Que horas são?', 'Eu quero ir para.'],
    ['ja-JP', '今日の天気はどうですか', '今日は天気がいいから'],
    ['ko-KR', '오늘 날씨가 어때요', '오늘은 날씨가 좋아서'],
    ['zh-CN', '今天天气怎么样？', '我想去北京因为'],
  ])('%s: distinguishes a whole utterance from a part', (language, finished, unfinished) => {
    expect(completenessOf(finished, language)).toBe('complete')
    expect(completenessOf(unfinished, language)).toBe('open')
  })

  it.each([
    'and then…',
    'First of all,',
    'I would like to...',
    'plan my week around three deadlines',
    'Can you tell me.',
    'I think.',
    'Yes, I suppose.',
    'The first thing that I want.',
    'It depends. What about the.',
    '',
  ])('waits after %j', (unfinished) => expect(completenessOf(unfinished, 'en-US')).toBe('open'))

  it.each(['My number is 0 4 1', '415.', 'The code is four one.'])(
    'waits for more digits after %j',
    (number) => expect(completenessOf(number, 'en-US')).toBe('dictated'),
  )

  it.each([
    ['es-ES', 'Creo.'],
    ['fr-FR', 'Alors, je pense.'],
    ['de-DE', 'Ich glaube.'],
    ['it-IT', 'Io penso.'],
    ['pt-BR', 'Eu acho.'],
  ])('%s: waits after the verb of thought in %j', (language, unfinished) =>
    expect(completenessOf(unfinished, language)).toBe('open'),
  )

  it.each([
    'Set a timer for 10 minutes.',
    'He was born in the year 2,000, they say.',
    'Tell me about “trees.”',
    'I was there yesterday.',
  ])('is a statement after %j', (finished) => expect(completenessOf(finished, 'en-US')).toBe('statement'))

  it.each([
    ['en-US', 'Yes.'],
    ['en-US', 'No, thanks.'],
    ['en-US', 'Thank you'],
    ['en-US', 'Paris.'],
    ['de-DE', 'Nein.'],
    ['es-ES', 'Gracias.'],
    ['fr-FR', 'Oui.'],
    ['it-IT', 'Va bene.'],
    ['pt-BR', 'Obrigado.'],
    ['ja-JP', 'はい'],
    ['ko-KR', '아니요.'],
    ['zh-CN', '好的。'],
  ])('%s: is reached after the short answer %j', (language, answer) =>
    expect(completenessOf(answer, language)).toBe('complete'),
  )

  it.each([
    ['es-ES', 'Puedes decirme.'],
    ['fr-FR', 'Est-ce que tu peux me dire.'],
    ['de-DE', 'Kannst du mir sagen.'],
    ['it-IT', 'Puoi dirmi.'],
    ['pt-BR', 'Você pode me dizer.'],
  ])('%s: waits after a question without its mark', (language, unfinished) =>
    expect(completenessOf(unfinished, language)).toBe('open'),
  )
})

describe('signs of listening', () => {
  it.each([
    ['en-US', 'Mm-hm.', 'Wait!'],
    ['es-ES', 'Vale.', 'Espera'],
    ['fr-FR', 'D’accord.', 'Arrête !'],
    ['de-DE', 'Genau', 'Halt!'],
    ['it-IT', 'Va bene', 'Basta.'],
    ['pt-BR', 'Entendi.', 'Pare'],
    ['ja-JP', 'うん', '待って'],
    ['ko-KR', '네.', '잠깐만'],
    ['zh-CN', '嗯嗯', '停下'],
  ])('%s: recognizes %j as a backchannel, and %j as a stop word', (language, sign, stop) => {
    expect(isBackchannel(sign, language)).toBe(true)
    expect(isStop(sign, language)).toBe(false)
    expect(isStop(stop, language)).toBe(true)
    expect(isBackchannel(stop, language)).toBe(false)
  })

  it.each([
    ['en-US', 'Yeah, okay.'],
    ['en-US', 'Oh, I see. Right.'],
    ['de-DE', 'Ja, genau, alles klar.'],
    ['fr-FR', "Oui, d'accord."],
  ])('%s: recognizes the backchannels %j', (language, signs) =>
    expect(isBackchannel(signs, language)).toBe(true),
  )

  it('treats words with a meaning as neither', () => {
    expect(isBackchannel('Okay, right, good, but why?', 'en-US')).toBe(false)
    expect(isBackchannel('Yes, but what about Tuesday?', 'en-US')).toBe(false)
    expect(isStop('Stop at the first one you find.', 'en-US')).toBe(false)
  })
})

describe('wake words', () => {
  const words = ['v', 'vee', 'victoria', 'hey v', 'Tutor', 'Systemdesigner', 'チューター', '日記', '튜터']

  it.each([
    ['Vee, what is the time?', 'what is the time?'],
    ['Hey Vee: what’s up', 'what’s up'],
    ['V', ''],
    ['hey v', ''],
    ['OK Victoria. Go on.', 'Go on.'],
    ['Tutor, explain recursion.', 'explain recursion.'],
    ['チューター、説明して', '説明して'],
    ['チューター説明して', '説明して'],
    ['チューターさん、説明して', '説明して'],
    ['튜터야 설명해 줘', '설명해 줘'],
    // Vee's names in other scripts.
    ['ヴィー、明日の天気は？', '明日の天気は？'],
    ['ビー今日は何曜日', '今日は何曜日'],
    ['ヘイ、ブイ', ''],
    ['브이, 오늘 며칠이야?', '오늘 며칠이야?'],
  ])('%j leaves %j', (said, rest) => expect(afterWakeWord(said, words)).toBe(rest))

  it.each([
    'Very well.',
    'I asked Vee about it.',
    'Veer left',
    'Envy',
    '',
    '日記を書きたい',
    '튜터가 뭐라고 했어?',
    'ビールを買ってきて',
    'チューターズの話',
  ])('%j begins with none', (said) => {
    expect(afterWakeWord(said, words)).toBeUndefined()
  })
})

it.each([
  ['V, what can you do?', 'V'],
  ['Vee, what can you do?', 'V'],
  ['Hey V, what can you do?', 'hey v'],
  ['Hey Vee what can you do', 'hey v'],
  ['Hey Vi.', 'hey v'],
  ['Hey Vie, was kannst du?', 'hey v'],
  ['Hey we, tell me a joke.', 'hey v'],
  ['Hey B.', 'hey v'],
  ['Hay Vee', 'hey v'],
  ['Ehi Vi, che ore sono?', 'hey v'],
  ['ヘイビー、今何時？', 'hey v'],
  ['헤이 비, 몇 시야?', 'hey v'],
  ['嘿薇，几点了？', 'hey v'],
  ['Hey Viktoria, what is the time?', 'victoria'],
])('%j calls %j: V by its name, the active assistant by a greeting', (said, word) => {
  const call = matchWakeWord(said, ['V', 'Tutor', 'v', 'vee', 'victoria', 'hey v'])
  expect(call).toMatchObject({ word, isAddressed: true })
})

it.each([
  'Victoria is lovely in spring.',
  'Diary entries are private.',
  'Tutor ist ein lateinisches Wort.',
  'Tutor me in maths',
])('%j starts with a name and addresses no assistant', (said) => {
  expect(matchWakeWord(said, ['Tutor', 'Diary', 'victoria'])?.isAddressed).toBe(false)
})

it.each([
  'Tutor what can you do',
  'Tutor, was ist das?',
  'Tutor explain recursion',
  'Diary.',
  'Hey tutor me',
])('%j addresses an assistant', (said) =>
  expect(matchWakeWord(said, ['Tutor', 'Diary'])?.isAddressed).toBe(true),
)

it.each(['We should go.', 'Be careful.', 'Vivid colors', 'B is a letter.'])(
  '%j addresses no assistant',
  (said) => {
    expect(matchWakeWord(said, ['V', 'v', 'vee', 'victoria', 'hey v'])).toBeUndefined()
  },
)

it.each([
  ['Tutor, explain it.', true],
  ['Tutor', true],
  ['Tutor me in maths', false],
])('%j: whether the name is separated', (said, isDelimited) => {
  expect(matchWakeWord(said, ['Tutor'])?.isDelimited).toBe(isDelimited)
})

describe('spoken commands', () => {
  const agents = [
    { id: 'v_agent', label: 'V' },
    { id: 'tutor_agent', label: 'Tutor' },
    { id: 'system_designer', label: 'System Designer' },
  ]
  const command = (text: string, language = 'en-US') =>
    commandOf(text, { language, agents, wakeWords: ['vee'] })

  const SAID: Readonly<Record<string, readonly string[]>> = {
    // in this order: stop, repeat, slower, faster, louder, read the code, next agent, new chat, mute
    'en-US': [
      'Stop.',
      'Say that again.',
      'Slower.',
      'Faster!',
      'Louder please.',
      'Read the code.',
      'Next agent.',
      'New chat.',
      'Mute.',
    ],
    'es-ES': [
      'Para.',
      'Otra vez.',
      'Más despacio.',
      'Más rápido.',
      'Más alto, por favor.',
      'Lee el código.',
      'Siguiente agente.',
      'Nueva conversación.',
      'Silénciate.',
    ],
    'fr-FR': [
      'Arrête.',
      'Encore une fois.',
      'Plus lentement.',
      'Plus vite.',
      'Plus fort.',
      'Lis le code.',
      'Agent suivant.',
      'Nouvelle conversation.',
      'Coupe le son.',
    ],
    'de-DE': [
      'Stopp.',
      'Noch mal.',
      'Langsamer.',
      'Schneller.',
      'Lauter bitte.',
      'Lies den Code vor.',
      'Nächster Agent.',
      'Neues Gespräch.',
      'Stumm.',
    ],
    'it-IT': [
      'Basta.',
      'Ripeti.',
      'Più lento.',
      'Più veloce.',
      'Più forte.',
      'Leggi il codice.',
      'Prossimo agente.',
      'Nuova chat.',
      'Muto.',
    ],
    'pt-BR': [
      'Pare.',
      'De novo.',
      'Mais devagar.',
      'Mais rápido.',
      'Mais alto.',
      'Leia o código.',
      'Próximo agente.',
      'Nova conversa.',
      'Mudo.',
    ],
    'ja-JP': [
      '止めて。',
      'もう一度。',
      'ゆっくり。',
      'もっと速く。',
      'もっと大きく。',
      'コードを読んで。',
      '次のエージェント。',
      '新しい会話。',
      'ミュート。',
    ],
    'ko-KR': [
      '그만.',
      '다시 말해줘.',
      '천천히.',
      '더 빨리.',
      '더 크게.',
      '코드 읽어줘.',
      '다음 에이전트.',
      '새 대화.',
      '음소거.',
    ],
    'zh-CN': [
      '停下。',
      '再说一遍。',
      '慢一点。',
      '快一点。',
      '大声一点。',
      '读代码。',
      '下一个助手。',
      '新对话。',
      '静音。',
    ],
  }
  const KINDS = [
    'stop',
    'repeat',
    'slower',
    'faster',
    'louder',
    'read-code',
    'next-agent',
    'new-chat',
    'mute',
  ]

  it.each(Object.entries(SAID))('are understood in %s', (language, said) => {
    expect(said.map((text) => command(text, language)?.kind)).toEqual(KINDS)
  })

  it.each([
    ['en-US', 'Switch to the tutor.'],
    ['es-ES', 'Cambia a Tutor.'],
    ['fr-FR', 'Passe à Tutor.'],
    ['de-DE', 'Wechsle zu Tutor.'],
    ['it-IT', 'Passa a Tutor.'],
    ['pt-BR', 'Mude para Tutor.'],
    ['ja-JP', 'Tutorに切り替えて。'],
    ['ko-KR', 'Tutor로 바꿔줘.'],
    ['zh-CN', '切换到Tutor。'],
  ])('switch to an agent by its name in %s', (language, text) => {
    expect(command(text, language)).toEqual({ kind: 'switch-agent', agentId: 'tutor_agent' })
  })

  it('may be addressed to Vee, and may be in English anywhere', () => {
    expect(command('Vee, louder!')).toEqual({ kind: 'louder' })
    expect(command('Stop', 'ja-JP')).toEqual({ kind: 'stop' })
  })

  it.each([
    'Stop at the next one.',
    'Make it louder in the code.',
    'No.',
    'Switch to the other plan.',
    'Repeat after me: hello.',
  ])('are not matched in %j', (text) => expect(command(text)).toBeUndefined())
})
