import type { Locale } from '@vee/contract/entities/locale'

/** A relation "A calls B": two names and the action between them. */
export interface Relation {
  readonly from: string
  readonly verb: string
  readonly to: string
}

interface Grammar {
  /**
   * one sentence of two parts and a verb, in the groups from, verb and to; applied to at most
   * SENTENCE_MAX_LENGTH characters
   */
  readonly sentence: RegExp
  /** separates several names; contains single spaces only */
  readonly and: RegExp
  /** precedes a name */
  readonly article?: RegExp
}

/** The first group is lazy, so the first verb in a sentence counts. */
const between = (verbs: string) => new RegExp(`^(?<from>.+?)\\s+(?<verb>${verbs})\\s+(?<to>.+)$`, 'iu')

const GRAMMARS: Readonly<Record<Locale, Grammar>> = {
  en: {
    sentence: between(
      String.raw`calls|uses|asks|queries|talks to|connects to|depends on|subscribes to|(?:sends|writes|publishes|forwards)(?: [\w -]{1,40}?)? to|reads(?: [\w -]{1,40}?)? from`,
    ),
    and: /, ?(?:and )?| and /iu,
    article: /^(?:the|an?)\s+(?=\S)/iu,
  },
  'es-ES': {
    sentence: between(
      'llama a|usa|consulta(?: a)?|se conecta (?:a|con)|depende de|envía(?: [^,]{1,40}?)? a|escribe(?: [^,]{1,40}?)? en|lee(?: [^,]{1,40}?)? de|publica(?: [^,]{1,40}?)? en',
    ),
    and: /, ?(?:y )?| [ye] /iu,
    article: /^(?:el|la|los|las|una?)\s+(?=\S)/iu,
  },
  'fr-FR': {
    sentence: between(
      'appelle|utilise|interroge|se connecte (?:à|au)|dépend d[eu]|envoie(?: [^,]{1,40}?)? (?:à|au|vers)|écrit(?: [^,]{1,40}?)? dans|lit(?: [^,]{1,40}?)? dans|publie(?: [^,]{1,40}?)? (?:sur|dans)',
    ),
    and: /, ?(?:et )?| et /iu,
    article: /^(?:(?:les?|la|une?)\s+|l['’]\s*)(?=\S)/iu,
  },
  'de-DE': {
    sentence: between(
      'ruft|nutzt|benutzt|verwendet|fragt|befragt|spricht mit|verbindet sich mit|hängt ab von|schreibt(?: [^,]{1,40}?)? (?:in|an)|liest(?: [^,]{1,40}?)? (?:aus|von)|(?:sendet|schickt)(?: [^,]{1,40}?)? an',
    ),
    and: /, ?(?:und )?| und /iu,
    article: /^(?:der|die|das|den|dem|eine?[nmr]?)\s+(?=\S)/iu,
  },
  'it-IT': {
    sentence: between(
      'chiama|usa|interroga|si collega (?:a|al|alla)|dipende da|invia(?: [^,]{1,40}?)? (?:a|al|alla)|scrive(?: [^,]{1,40}?)? (?:in|nel|nella|su)|legge(?: [^,]{1,40}?)? (?:da|dal|dalla)|pubblica(?: [^,]{1,40}?)? su',
    ),
    and: /, ?(?:e )?| ed? /iu,
    article: /^(?:(?:il|lo|la|gli|le|i|un[ao]?)\s+|l['’]\s*)(?=\S)/iu,
  },
  'pt-BR': {
    sentence: between(
      'chama|usa|consulta|se conecta (?:a|ao|à)|depende d[eoa]|envia(?: [^,]{1,40}?)? para|escreve(?: [^,]{1,40}?)? n?[oae]m?|grava(?: [^,]{1,40}?)? (?:em|no|na)|lê(?: [^,]{1,40}?)? d[eoa]|publica(?: [^,]{1,40}?)? (?:em|no|na)',
    ),
    and: /, ?(?:e )?| e /iu,
    article: /^(?:os?|as?|uma?)\s+(?=\S)/iu,
  },
  'ja-JP': {
    sentence:
      // oxlint-disable-next-line regexp/no-super-linear-backtracking -- of at most SENTENCE_MAX_LENGTH characters
      /^(?<from>.+?)(?:は|が)、?\s*(?<to>.+?)(?:を|に|へ|と|から)(?<verb>呼び出|呼ぶ|使|利用|問い合わせ|接続|書き込|保存|送|読)/u,
    and: / ?(?:と|、) ?/u,
  },
  'ko-KR': {
    sentence:
      // oxlint-disable-next-line regexp/no-super-linear-backtracking -- of at most SENTENCE_MAX_LENGTH characters
      /^(?<from>.+?)(?:은|는|이|가)\s+(?<to>.+?)(?:에서|에게|에|을|를|와|과|로)\s+(?:\S+[을를]\s+)?(?<verb>호출|부른|부릅|사용|조회|연결|저장|쓴|씁|보낸|보냅|전송|읽)/u,
    and: / ?, ?|(?:와|과) | 및 /u,
  },
  'zh-CN': {
    sentence:
      // oxlint-disable-next-line regexp/no-super-linear-backtracking -- of at most SENTENCE_MAX_LENGTH characters
      /^(?<from>.+?)\s*(?<verb>调用|使用|查询|访问|连接|依赖|写入|读取|发送到|发给|发布到)\s*(?<to>.+)$/u,
    and: / ?[、,，和] ?/u,
  },
}

/**
 * Maximum length of a sentence that is parsed, in UTF-16 code units, because the patterns backtrack on long
 * sentences.
 */
const SENTENCE_MAX_LENGTH = 200
const RELATIONS_MAX = 60

/**
 * Returns the relations in a text, sentence by sentence; arrows (A -> B -> C) are recognized in every
 * language.
 */
export function relationsIn(text: string, locale: Locale): readonly Relation[] {
  return text
    .split(/[.!?;。！？；\n]+/)
    .filter((sentence) => sentence.length <= SENTENCE_MAX_LENGTH)
    .flatMap((sentence) => relationsOf(sentence.replaceAll(/\s+/g, ' ').trim(), GRAMMARS[locale]))
    .slice(0, RELATIONS_MAX)
}

function relationsOf(sentence: string, grammar: Grammar): readonly Relation[] {
  const steps = sentence.split(/ ?(?:[-=]{1,9}>|→) ?/)
  if (steps.length > 1) {
    return steps.slice(1).flatMap((to, index) => paired(steps[index] ?? '', '', to, grammar))
  }
  const { from = '', verb = '', to = '' } = grammar.sentence.exec(sentence)?.groups ?? {}
  return paired(from, verb, to, grammar)
}

/** Returns a relation for every name on the left with every name on the right. */
function paired(from: string, verb: string, to: string, grammar: Grammar): readonly Relation[] {
  const targets = namesIn(to, grammar)
  return namesIn(from, grammar).flatMap((from) => targets.map((to) => ({ from, verb, to })))
}

const namesIn = (text: string, { and, article }: Grammar) =>
  text.split(and).flatMap((name) => (article ? name.trim().replace(article, '') : name.trim()) || [])
