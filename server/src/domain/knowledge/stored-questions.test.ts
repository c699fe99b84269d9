import { describe, expect, it } from 'vitest'
import { asksAboutStored } from './stored-questions.ts'

interface Sentences {
  readonly searches: readonly string[]
  readonly doesNot: readonly string[]
}

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: {
    searches: [
      'What did we decide about the roof?',
      'When did I tell you about my sister?',
      'Have we ever talked about the garden wall?',
      'What did Anna say in the last team meeting?',
      'Find the invoice in my files, please.',
      'What do my notes say about the boiler?',
      'Remind me what we agreed on with the plumber.',
      'Which colour have we agreed on for the fence?',
      'In our last meeting, who took the minutes?',
      'What was it that you recommended last month for my back?',
    ],
    doesNot: [
      'What is the capital of Australia?',
      'How do I decide between two jobs?',
      'What should we say to the landlord?',
      'Write a note to my teacher.',
      'How do I run a good meeting?',
      'What did Einstein say about time?',
      'Tell me a story about a dragon.',
      'I said no!',
      'Translate “we talk about files” into French.',
      'Why is the sky blue?',
    ],
  },
  de: {
    searches: [
      'Was haben wir über das Dach beschlossen?',
      'Was habe ich dir über meine Schwester gesagt?',
      'Wann hatten wir über die Mauer gesprochen?',
      'Was wurde in der letzten Besprechung gesagt?',
      'Suche die Rechnung in meinen Dateien.',
      'Was steht in meinen Notizen über den Kessel?',
      'Weißt du noch, worauf wir uns mit dem Klempner geeinigt haben?',
      'Welche Farbe haben wir für den Zaun ausgemacht?',
      'Haben wir eigentlich schon über den Garten geredet?',
      'Was hast du mir letzten Monat für den Rücken empfohlen?',
    ],
    doesNot: [
      'Was ist die Hauptstadt von Australien?',
      'Wie entscheide ich mich zwischen zwei Stellen?',
      'Was sollen wir dem Vermieter sagen?',
      'Schreib eine Notiz an meine Lehrerin.',
      'Wie leite ich eine gute Besprechung?',
      'Was hat Einstein über die Zeit gesagt?',
      'Erzähl mir eine Geschichte.',
      'Ich habe Hunger.',
      'Übersetze „wir reden über Dateien“ ins Französische.',
      'Warum ist der Himmel blau?',
    ],
  },
  es: {
    searches: [
      '¿Qué decidimos sobre el tejado?',
      '¿Qué te dije de mi hermana?',
      '¿Cuándo hablamos del muro?',
      '¿Qué dijo Ana en la última reunión?',
      'Busca la factura en mis archivos.',
      '¿Qué dicen mis notas sobre la caldera?',
      '¿En qué quedamos con el fontanero?',
      '¿Qué color acordamos para la valla?',
      '¿De qué hemos hablado con el banco?',
      '¿Qué me recomendaste para la espalda?',
    ],
    doesNot: [
      '¿Cuál es la capital de Australia?',
      '¿Cómo decido entre dos trabajos?',
      '¿Qué deberíamos decirle al casero?',
      'Escribe una nota para mi profesora.',
      '¿Cómo dirijo una buena reunión?',
      '¿Qué dijo Einstein sobre el tiempo?',
      'Cuéntame un cuento.',
      'Tengo hambre.',
      'Traduce «hablar de archivos» al francés.',
      '¿Por qué el cielo es azul?',
    ],
  },
  fr: {
    searches: [
      "Qu'est-ce qu'on a décidé pour le toit ?",
      "Qu'est-ce que je t'ai dit de ma sœur ?",
      'Quand avons-nous parlé du mur ?',
      "Qu'est-ce qu'Anna a dit pendant la réunion ?",
      'Cherche la facture dans mes fichiers.',
      'Que disent mes notes sur la chaudière ?',
      "Sur quoi nous nous sommes mis d'accord avec le plombier ?",
      'Quelle couleur avons-nous convenue pour la clôture ?',
      'Est-ce que nous avons déjà parlé du jardin ?',
      "Qu'est-ce que vous m'avez conseillé pour le dos ?",
    ],
    doesNot: [
      "Quelle est la capitale de l'Australie ?",
      'Comment choisir entre deux emplois ?',
      'Que devrions-nous dire au propriétaire ?',
      'Écris un mot à ma professeure.',
      'Comment mener une bonne réunion ?',
      "Qu'a dit Einstein sur le temps ?",
      'Raconte-moi une histoire.',
      "J'ai faim.",
      'Traduis « parler de fichiers » en anglais.',
      'Pourquoi le ciel est-il bleu ?',
    ],
  },
  it: {
    searches: [
      'Che cosa abbiamo deciso per il tetto?',
      'Cosa ti ho detto di mia sorella?',
      'Quando abbiamo parlato del muro?',
      'Cosa ha detto Anna alla riunione di ieri?',
      'Cerca la fattura nei miei documenti.',
      'Cosa dicono i miei appunti sulla caldaia?',
      "Su cosa ci siamo messi d'accordo con l'idraulico?",
      'Quale colore abbiamo concordato per la recinzione?',
      'Abbiamo già parlato del giardino?',
      'Cosa mi hai consigliato per la schiena?',
    ],
    doesNot: [
      "Qual è la capitale dell'Australia?",
      'Come scelgo tra due lavori?',
      'Che cosa dovremmo dire al padrone di casa?',
      'Scrivi un biglietto alla mia insegnante.',
      'Come si conduce una buona riunione?',
      'Che cosa ha detto Einstein sul tempo?',
      'Raccontami una storia.',
      'Ho fame.',
      'Traduci «parlare di file» in francese.',
      'Perché il cielo è blu?',
    ],
  },
  pt: {
    searches: [
      'O que decidimos sobre o telhado?',
      'O que eu te disse sobre minha irmã?',
      'Quando falamos do muro?',
      'O que a Ana disse na última reunião?',
      'Procure a fatura nos meus arquivos.',
      'O que dizem as minhas notas sobre a caldeira?',
      'O que combinamos com o encanador?',
      'Qual cor combinamos para a cerca?',
      'O que foi decidido na reunião de ontem?',
      'O que você me recomendou para as costas?',
    ],
    doesNot: [
      'Qual é a capital da Austrália?',
      'Como escolho entre dois empregos?',
      'O que devemos dizer ao proprietário?',
      'Escreva um bilhete para a professora.',
      'Como conduzir uma boa reunião?',
      'O que Einstein disse sobre o tempo?',
      'Conte uma história.',
      'Estou com fome.',
      'Traduza “falar de arquivos” para o francês.',
      'Por que o céu é azul?',
    ],
  },
  ja: {
    searches: [
      '屋根について何を決めましたか。',
      '妹のことをいつ話したっけ？',
      '私たちは塀の話をどう決めた？',
      '先週の会議でアンナは何と言っていましたか。',
      '私のファイルから請求書を探して。',
      '私のメモにボイラーのことは書いてある？',
      '配管工とは何を約束しましたか。',
      'この前、フェンスは何色に決めましたか。',
      '昨日の打ち合わせで決まったことは？',
      '先月、腰に良いと勧めてくれたのは何？',
    ],
    doesNot: [
      'オーストラリアの首都はどこですか。',
      '二つの仕事からどう選べばいい？',
      '大家さんに何と言えばいいですか。',
      '先生への手紙を書いて。',
      '良い会議の進め方を教えて。',
      'お腹がすいた。',
      '昔話をして。',
      '空はなぜ青いの？',
      'これをフランス語に訳して。',
      '明日の天気は？',
    ],
  },
  ko: {
    searches: [
      '지붕에 대해 우리가 뭘 결정했지?',
      '내가 언니에 대해 언제 말했어?',
      '우리 담장 얘기를 언제 이야기했지?',
      '지난 회의에서 안나가 뭐라고 말했어?',
      '내 파일에서 청구서를 찾아 줘.',
      '내 메모에 보일러 이야기가 있어?',
      '배관공과 무슨 약속을 했지?',
      '울타리 색은 어떤 걸로 정했지?',
      '어제 회의에서 나온 결정은?',
      '허리에 좋다고 네가 추천했던 게 뭐였지?',
    ],
    doesNot: [
      '호주의 수도는 어디야?',
      '두 직장 중에서 어떻게 골라야 할까?',
      '집주인에게 뭐라고 말해야 할까?',
      '선생님께 쪽지를 써 줘.',
      '좋은 회의는 어떻게 진행해?',
      '배고파.',
      '옛날이야기 하나 해 줘.',
      '하늘은 왜 파래?',
      '이걸 프랑스어로 번역해 줘.',
      '내일 날씨 어때?',
    ],
  },
  zh: {
    searches: [
      '关于屋顶，我们决定了什么？',
      '我什么时候跟你说过我妹妹的事？',
      '我们讨论过围墙的事吗？',
      '上次会议上安娜说了什么？',
      '在我的文件里找一下发票。',
      '我的笔记里提到锅炉了吗？',
      '我们和水管工约定了什么？',
      '篱笆我们定的是什么颜色？',
      '昨天会上决定了哪些事？',
      '上个月你推荐我用什么治腰？',
    ],
    doesNot: [
      '澳大利亚的首都是哪里？',
      '怎么在两份工作中选择？',
      '应该对房东说什么？',
      '给老师写张便条。',
      '怎样主持好一次会议？',
      '爱因斯坦对时间有什么看法？',
      '讲个故事吧。',
      '我饿了。',
      '把这句话翻译成法语。',
      '天空为什么是蓝色的？',
    ],
  },
}

describe('asksAboutStored', () => {
  const rows = Object.entries(SENTENCES).flatMap(([language, { searches, doesNot }]) => [
    ...searches.map((sentence) => [language, true, sentence] as const),
    ...doesNot.map((sentence) => [language, false, sentence] as const),
  ])

  it.each(rows)('%s, %s: %s', (_, expected, sentence) => {
    expect(asksAboutStored(sentence)).toBe(expected)
  })

  it('has ten sentences of each kind in nine languages', () => {
    for (const { searches, doesNot } of Object.values(SENTENCES))
      expect([searches.length, doesNot.length]).toEqual([10, 10])
  })

  it('does not search for a long text that is to be worked on', () => {
    expect(asksAboutStored(`Shorten this: ${'what did we decide about the roof '.repeat(40)}`)).toBe(false)
  })

  it('decides within a millisecond, also about what is written against it', () => {
    const question = `${'what was '.repeat(20)}${'i '.repeat(150)}`
    asksAboutStored(question)
    const began = performance.now()
    for (let count = 0; count < 20; count += 1) asksAboutStored(question)
    expect((performance.now() - began) / 20).toBeLessThan(20)
  })
})
