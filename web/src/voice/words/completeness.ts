import { isBackchannel } from '@vee/contract/spoken/backchannels'
import { baseOf, fold } from '@vee/contract/spoken/fold'

/** Words after which a sentence continues, regardless of the transcriber's punctuation. */
const OPEN_ENDS: Readonly<Record<string, string>> = {
  en: 'and or but so because if when while although then than that which who with without for from to of in on at by the a an my your our his her its their is are was were um uh er like about plus also namely',
  es: 'y e o u pero porque si cuando mientras aunque entonces que con sin para por de del a al en el la los las un una unos unas mi tu su es son era eh este pues sobre más también',
  fr: 'et ou mais donc car parce que si quand lorsque puis avec sans pour par de du des à au aux en dans sur le la les un une mon ma mes ton ta ses son est sont euh ben alors aussi',
  de: 'und oder aber denn weil wenn als während obwohl dann dass mit ohne für von zu zum zur in im am auf an bei der die das den dem des ein eine einen einem einer mein meine dein ist sind war äh ähm also noch über',
  it: 'e ed o ma perché se quando mentre anche poi che con senza per di del della dei delle a al alla in nel nella su il lo la i gli le un uno una mio mia è sono ehm allora cioè',
  pt: 'e ou mas porque se quando enquanto embora então que com sem para por de do da dos das a ao à em no na nos nas o os as um uma meu minha é são era é tipo também sobre',
  ja: 'そして それで でも だから けど けれど から ので が と に を は も の へ で や えっと あの その',
  ko: '그리고 그래서 하지만 그런데 그러면 왜냐하면 또 및 음 어 그 저',
  zh: '和 与 或 但是 可是 因为 所以 如果 然后 还有 而且 的 在 把 被 给 对 从 向 那个 这个 嗯 呃',
}

/**
 * Endings of Japanese and Korean sentences that continue, and endings of complete ones in the three
 * languages.
 */
const OPEN_SUFFIXES: Readonly<Record<string, RegExp>> = {
  ja: /(いや|違う|すみません|ごめん|けど|けれど|から|ので|たら|なら|って|[がとにをはものへでやて])$/u,
  ko: /(고|서|면|지만|는데|니까|[은는이가을를에의와과도])$/u,
  zh: /(时候|以后|之后|问一下|想知道|不对|对不起|是|因为|所以|但是|如果|然后|还有|而且|[和的在把被给对从向])$/u,
}
const CLOSED_SUFFIXES: Readonly<Record<string, RegExp>> = {
  ja: /(です|ます|でした|ました|ません|ください|だよ|だね|[かねよ])$/u,
  ko: /(다|요|까|죠|네|자|줘)$/u,
  zh: /[吗吧呢了啊呀]$/u,
}
/** Words that announce a correction. */
const APOLOGIES: Readonly<Record<string, RegExp>> = { ja: /(すみません|いや)$/u, ko: /(아니|미안해요)$/u }
const WITHOUT_SPACES = new Set(['ja', 'zh'])

const NUMBER_WORDS: Readonly<Record<string, string>> = {
  en: 'zero oh one two three four five six seven eight nine ten double',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix',
  de: 'null eins zwei zwo drei vier fünf sechs sieben acht neun zehn',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci',
  pt: 'zero um dois três quatro cinco seis sete oito nove dez',
  ja: 'ゼロ れい いち に さん よん ご ろく なな はち きゅう',
  ko: '영 공 일 이 삼 사 오 육 칠 팔 구 십',
  zh: '零 一 二 三 四 五 六 七 八 九 十 幺',
}

/** Openings of questions. A transcriber that heard one to its end writes a question mark. */
const QUESTION_OPENINGS: Readonly<Record<string, RegExp>> = {
  en: /^(can|could|would|will|do|does|did|is|are|was|were|have|has|should|shall|may) (you|i|we|they|he|she|it|there|this|that|the)\b|^(what|how|why|where|when|who|which)\b/u,
  es: /^(puedes|podrías|puede|podría|qué|cómo|por qué|dónde|cuándo|quién|cuál|cuánto|hay|tienes)(?= |$)/u,
  fr: /^(peux tu|pouvez vous|pourrais tu|pourriez vous|est ce que|qu'est ce|comment|pourquoi|où|quand|qui|quel|quelle|combien|as tu|avez vous)(?= |$)/u,
  de: /^(kannst|können|könntest|könnten|würdest|würden|hast|haben|bist|sind|willst|soll|weißt) (du|sie|ich|wir|es|ihr)(?= |$)|^(wie|warum|wo|wann|wer|welche|welcher|welches|wieso|weshalb)(?= |$)/u,
  it: /^(puoi|può|potresti|potrebbe|cosa|che cosa|come|perché|dove|quando|chi|quale|quanto|hai|sai)(?= |$)/u,
  pt: /^(pode|podes|poderia|você pode|o que|como|por que|onde|quando|quem|qual|quanto|tem|sabe)(?= |$)/u,
}

/** Last words that leave a statement open in spite of a full stop: modal verbs, verbs of thought, question words, subjects. */
const UNFINISHED_STATEMENTS: Readonly<Record<string, string>> = {
  en: 'i we they he she want wanted would could should can will may might must does did do have has if whether what where how very really just only between into onto every each some any i’m it’s that’s no sorry wait actually mean maybe think guess suppose believe hope wonder',
  es: 'yo quiero quería quisiera puedo puede debo tengo hay muy solo cada algún alguna está cómo dónde cuándo no perdón espera quizás creo pienso supongo espero',
  fr: 'je nous ils elle il veux voulais voudrais peux peut dois ai a très seulement chaque quelque comment où quand non pardon attends peut-être pense crois suppose espère',
  de: 'ich wir er möchte will wollte kann könnte muss soll habe hat wird würde sehr nur jede jeder jedes ob wie wo wann warum nein entschuldigung moment vielleicht meine denke glaube finde hoffe vermute',
  it: 'io noi loro voglio volevo vorrei posso può devo ho ha molto solo ogni qualche come dove quando no scusa aspetta forse penso credo suppongo spero',
  pt: 'eu nós eles quero queria gostaria posso pode devo tenho tem muito só cada algum alguma como onde quando não desculpe espera talvez acho penso creio espero',
}

/** Short answers that are complete by themselves, in addition to the backchannels. */
const ANSWERS: Readonly<Record<string, string>> = {
  en: 'no|nope|never|none|thanks|thank you|maybe|both|neither|please|yes please|no thanks|not really|of course|absolutely|correct|wrong|hello|goodbye|bye',
  es: 'no|nunca|gracias|quizás|ambos|por favor|sí por favor|no gracias|por supuesto|correcto|hola|adiós',
  fr: "non|jamais|merci|peut être|les deux|s'il te plaît|s'il vous plaît|oui merci|non merci|bien sûr|bonjour|au revoir",
  de: 'nein|nie|danke|vielleicht|beide|bitte|ja bitte|nein danke|natürlich|falsch|hallo|tschüss',
  it: 'no|mai|grazie|forse|entrambi|per favore|sì grazie|no grazie|certamente|ciao|arrivederci',
  pt: 'não|nunca|obrigado|obrigada|talvez|ambos|por favor|sim por favor|não obrigado|correto|olá|tchau',
  ja: 'いいえ|ありがとう|ありがとうございます|お願いします|たぶん|もちろん|こんにちは|さようなら',
  ko: '아니요|아니|고마워|고마워요|감사합니다|아마|물론|안녕|안녕하세요',
  zh: '不|没有|谢谢|谢谢你|也许|当然|你好|再见|不用了',
}

const wordsOf = (table: Readonly<Record<string, string>>, base: string): ReadonlySet<string> =>
  new Set((table[base] ?? '').split(' '))

/**
 * How complete the words of a turn are. `complete`: a question, an exclamation or a short answer.
 * `statement`: transcribers end those with a full stop even where the speaker only paused. `open`: more follows.
 * `dictated`: digits, which more may follow after a pause.
 */
export type Completeness = 'complete' | 'statement' | 'open' | 'dictated'

/**
 * Returns how complete an utterance is by its words. If in doubt, returns `open`, and the longest delay
 * applies.
 *
 * @param language BCP 47 tag of the utterance
 */
export function completenessOf(text: string, language: string): Completeness {
  const spoken = text.trim()
  const base = baseOf(language)
  // Text continues after these marks and after an ellipsis in any notation.
  if (spoken === '' || /[,;:、，；：—–-]$|…$|\.\.\.$/u.test(spoken)) return 'open'
  const folded = fold(spoken)
  const words = folded.split(' ')
  const last = words.at(-1) ?? ''
  if (isDictatedNumber(words, base)) return 'dictated'
  if (/[?？!！]["'”’»」]?$/u.test(spoken)) return 'complete'
  if (isBackchannel(spoken, language) || (ANSWERS[base] ?? '').split('|').includes(folded)) return 'complete'
  if (wordsOf(OPEN_ENDS, base).has(last)) return 'open'
  const isApology = APOLOGIES[base]?.test(last) === true
  const isClosed = !isApology && CLOSED_SUFFIXES[base]?.test(last) === true
  if (!isClosed && OPEN_SUFFIXES[base]?.test(last)) return 'open'
  if (!/[.。]["'”’»」]?$/u.test(spoken)) return isClosed ? 'complete' : 'open'
  const lastSentence = fold(spoken.split(SENTENCE_END).findLast((sentence) => fold(sentence) !== '') ?? '')
  return completenessOfStatement(lastSentence, words, base)
}

const SENTENCE_END = /[.?!。！？](?:\s|$)/u

/** Returns the completeness of words that end with a full stop. */
function completenessOfStatement(lastSentence: string, words: readonly string[], base: string): Completeness {
  if (WITHOUT_SPACES.has(base))
    return CLOSED_SUFFIXES[base]?.test(lastSentence) === true ? 'complete' : 'statement'
  if (QUESTION_OPENINGS[base]?.test(lastSentence)) return 'open'
  if (wordsOf(UNFINISHED_STATEMENTS, base).has(words.at(-1) ?? '')) return 'open'
  return words.length === 1 ? 'complete' : 'statement'
}

/**
 * Returns whether the text ends with digits that may continue: single digits, or a number after a few words.
 */
function isDictatedNumber(words: readonly string[], base: string): boolean {
  const numbers = wordsOf(NUMBER_WORDS, base)
  const isNumber = (word: string | undefined): boolean =>
    word !== undefined && (/^\p{N}+$/u.test(word) || numbers.has(word))
  const last = words.at(-1)
  if (!isNumber(last)) return false
  return words.length < 3 || isNumber(words.at(-2)) || /^\p{N}{3,}$/u.test(last ?? '')
}
