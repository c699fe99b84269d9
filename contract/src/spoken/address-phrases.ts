interface GroupPhrases {
  /** the two that spoke last */
  readonly two: readonly string[]
  readonly all: readonly string[]
}

/** Words that address several assistants at once and nothing else; folded. */
export const GROUP_PHRASES: Readonly<Record<string, GroupPhrases>> = {
  en: {
    two: ['both of you', 'you both', 'you two', 'the two of you'],
    all: ['all of you', 'you all', 'all three of you', 'the three of you', 'you three', 'each of you'],
  },
  de: {
    two: ['ihr beide', 'ihr beiden', 'euch beide', 'euch beiden', 'ihr zwei', 'sie beide'],
    all: ['ihr alle', 'ihr drei', 'ihr alle drei', 'euch alle', 'euch allen', 'jeder von euch', 'sie alle'],
  },
  fr: {
    two: ['vous deux', 'tous les deux', 'toutes les deux'],
    all: ['vous tous', 'vous trois', 'tous les trois', 'chacun de vous', 'vous toutes'],
  },
  es: {
    two: ['vosotros dos', 'ustedes dos', 'los dos opináis', 'ambos de vosotros', 'ambos de ustedes'],
    all: [
      'todos vosotros',
      'todos ustedes',
      'vosotros tres',
      'ustedes tres',
      'cada uno de vosotros',
      'cada uno de ustedes',
    ],
  },
  it: {
    two: ['voi due', 'entrambi voi', 'tutti e due voi'],
    all: ['voi tre', 'tutti voi', 'voi tutti', 'ognuno di voi', 'ciascuno di voi'],
  },
  pt: {
    two: ['vocês dois', 'vocês duas', 'ambos vocês'],
    all: ['vocês três', 'todos vocês', 'vocês todos', 'cada um de vocês'],
  },
  ja: {
    two: ['二人とも', 'ふたりとも', 'お二人', '二人はどう', '両方の意見'],
    all: ['三人とも', '皆さんはどう', 'みんなはどう', '全員の意見', 'お三方'],
  },
  ko: {
    two: ['둘 다', '두 분', '너희 둘', '두 사람 다', '둘은 어떻게'],
    all: ['셋 다', '세 분', '너희 모두', '여러분 모두', '모두 어떻게 생각'],
  },
  zh: {
    two: ['你们两个', '你们俩', '两位', '你们二位'],
    all: ['你们三个', '你们大家', '你们都', '各位', '三位'],
  },
}

/** "Let the Tutor take over": the name is the first group that is there; matched after `fold`. */
export const HAND_OVER_PHRASES: Readonly<Record<string, RegExp>> = {
  en: /^(?:please )?(?:let|have) (?:the )?(.+?) (?:take over|take this|take it from here|go on|continue|answer|answer that|explain it|have a go)(?: please)?$|^(?:please )?(?:hand|pass|give) (?:this |it |me )?(?:over )?to (?:the )?(.+?)(?: please)?$|^(?:please )?(?:continue|go on|carry on) (?:here )?with (?:the )?(.+?)(?: please)?$/u,
  de: /^(?:bitte )?(?:lass|lassen sie) (?:den |die |das )?(.+?) (?:übernehmen|weitermachen|antworten|erklären|ran)(?: bitte)?$|^(?:bitte )?(?:übergib|übergeben sie|gib) (?:das |es )?(?:an )?(?:den |die |das )?(.+?)(?: ab| weiter)?(?: bitte)?$|^(?:bitte )?(?:mach|weiter) (?:hier )?(?:mit )?(?:dem |der )?(.+?)(?: weiter)(?: bitte)?$/u,
  fr: /^(?:laisse|laissez) (?:le |la |l')?(.+?) (?:prendre le relais|continuer|répondre|expliquer)$|^(?:passe|passez) (?:la main|la parole|le relais) (?:au |à la |à l'|à )(.+)$|^(?:continue|continuez|continuons) (?:ici )?avec (?:le |la |l')?(.+)$/u,
  es: /^(?:deja|deje|dejad) que (?:el |la )?(.+?) (?:siga|continúe|responda|se encargue|lo explique)$|^(?:pásalo|pásaselo|pásale|pasa la palabra) (?:al |a la |a )(.+)$|^(?:sigue|sigamos|continúa|continuemos) (?:aquí )?con (?:el |la )?(.+)$/u,
  it: /^(?:lascia|lasci|lasciate) (?:che )?(?:il |la |lo |l')?(.+?) (?:continuare|continui|rispondere|risponda|prenda il posto|se ne occupi)$|^(?:passa|passi) (?:la parola|il testimone) (?:al |alla |allo |all'|a )(.+)$|^(?:continua|continuiamo|prosegui) (?:qui )?con (?:il |la |lo |l')?(.+)$/u,
  pt: /^(?:deixa|deixe) (?:o |a )?(.+?) (?:continuar|responder|assumir|explicar)$|^(?:passa|passe) (?:isso |a palavra )?(?:para o |para a |pro |pra |ao |à )(.+)$|^(?:continua|continue|vamos continuar) (?:aqui )?com (?:o |a )?(.+)$/u,
  ja: /^(.+?)(?:に|へ)(?:代わって|替わって|かわって|引き継いで|答えてもらって|聞いてみて)(?:ください)?$|^(.+?)(?:と|で)(?:ここで)?続けて(?:ください)?$/u,
  ko: /^(.+?)(?:에게|한테|께) ?(?:넘겨|맡겨|물어봐|바꿔)(?: ?줘| ?주세요)?$|^(.+?)(?:와|과|랑|이랑|하고) ?(?:여기서 ?)?계속(?:해| ?해줘| ?하자)?$/u,
  zh: /^(?:请)?(?:让|叫|请)(.+?)(?:接手|来接手|来回答|回答|继续|来说|来解释)$|^(?:请)?(?:交给|转给)(.+)$|^(?:请)?(?:在这里)?(?:和|跟|与)(.+?)继续(?:聊|说|谈)?$/u,
}
