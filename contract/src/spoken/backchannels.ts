import { normalizeCommand } from './normalize-command.ts'
import { baseOf, fold } from './fold.ts'

/** Phrases of listening and phrases of interrupting, folded, separated by `|`. */
interface ListeningPhrases {
  readonly backchannels: string
  readonly stops: string
}

const PHRASES: Readonly<Record<string, ListeningPhrases>> = {
  en: {
    backchannels:
      'mm|mhm|mm hm|hmm|uh huh|uh-huh|ok|okay|yeah|yes|yep|right|sure|i see|got it|alright|wow|oh|ah|aha|nice|true|exactly|good|great|cool',
    stops:
      'stop|wait|no|cancel|hold on|stop it|shut up|enough|quiet|be quiet|hang on|stop stop|no no|wait wait|stop talking|stop reading|that’s enough',
  },
  es: {
    backchannels: 'mm|mhm|ajá|sí|si|vale|ok|okay|ya|claro|bien|bueno|ah|oh|entiendo|exacto|de acuerdo',
    stops:
      'para|espera|no|cancela|alto|basta|detente|cállate|callate|silencio|un momento|stop|no no|para ya|deja de hablar',
  },
  fr: {
    backchannels:
      "mm|mhm|oui|ouais|ok|okay|d'accord|ah|oh|je vois|bien|bien sûr|voilà|exact|exactement|c'est ça",
    stops:
      'stop|attends|attendez|non|annule|arrête|arrêtez|assez|tais-toi|tais toi|silence|ça suffit|un instant|non non|arrête de parler|chut',
  },
  de: {
    backchannels:
      'mm|mhm|hm|ja|jo|ok|okay|genau|gut|aha|ach so|achso|klar|stimmt|verstehe|richtig|alles klar|oh|ah|na gut',
    stops:
      'stopp|stop|halt|warte|warten|nein|abbrechen|genug|ruhe|sei still|sei ruhig|schluss|moment|einen moment|hör auf|hör auf zu reden|aufhören|nein nein',
  },
  it: {
    backchannels: 'mm|mhm|sì|si|ok|okay|va bene|certo|ah|oh|capisco|esatto|giusto|bene|già|ecco',
    stops:
      'stop|ferma|fermati|aspetta|no|annulla|basta|zitto|zitta|silenzio|un momento|no no|smetti|smettila|smetti di parlare',
  },
  pt: {
    backchannels: 'mm|mhm|uhum|sim|tá|tá bom|ok|okay|certo|claro|ah|oh|entendi|isso|exato|beleza|legal|aham',
    stops:
      'para|pare|espera|espere|não|cancela|cancele|chega|silêncio|quieto|um momento|stop|não não|pare de falar|para de falar',
  },
  ja: {
    backchannels:
      'うん|うんうん|はい|ええ|へえ|へー|そう|そうですね|なるほど|ふーん|あー|ああ|オーケー|ok|いいね|わかった|わかりました',
    stops:
      '止めて|とめて|やめて|待って|まって|ちょっと待って|いいえ|違う|ちがう|ストップ|ストップして|キャンセル|もういい|静かに|静かにして|止まって|話すのをやめて',
  },
  ko: {
    backchannels: '응|네|예|그래|그렇구나|아|오|음|맞아|맞아요|좋아|오케이|ok|알겠어|알겠어요|그렇군요',
    stops:
      '그만|멈춰|잠깐|잠깐만|아니|아니요|취소|스톱|정지|조용히|조용히 해|기다려|그만해|그만 말해|잠깐만요|멈춰요',
  },
  zh: {
    backchannels: '嗯|嗯嗯|哦|啊|好|好的|对|对对|是|是的|行|可以|明白|明白了|ok|没错|原来如此',
    stops:
      '停|停下|停止|等等|等一下|不|不是|不要|取消|别说了|够了|安静|打住|停一下|停下来|别说|不要说了|闭嘴',
  },
}

function says(text: string, language: string, of: keyof ListeningPhrases): boolean {
  // Recognition confuses languages in words this short, and English ones are common everywhere.
  return [baseOf(language), 'en'].some((base) => {
    const spoken = normalizeCommand(text, base)
    return PHRASES[base]?.[of].split('|').some((sign) => normalizeCommand(sign, base) === spoken)
  })
}

/** Returns whether the text is a backchannel, or several ("Yeah, okay."), which takes no turn. */
export function isBackchannel(text: string, language: string): boolean {
  if (says(text, language, 'backchannels')) return true
  const words = fold(text).split(' ')
  return words.length <= BACKCHANNEL_WORDS && isSequence(words, language)
}

/** A longer text is more than listening, whatever its words. */
const BACKCHANNEL_WORDS = 6

function isSequence(words: readonly string[], language: string): boolean {
  return words.some((_, index) => {
    const rest = words.slice(index + 1)
    return (
      says(words.slice(0, index + 1).join(' '), language, 'backchannels') &&
      (rest.length === 0 || isSequence(rest, language))
    )
  })
}

/** Returns whether the text asks for immediate silence. */
export function isStop(text: string, language: string): boolean {
  return says(text, language, 'stops')
}
