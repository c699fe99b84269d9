import { fold } from './fold.ts'
import { normalizeCommand } from './normalize-command.ts'
import { spokenDay } from './spoken-day.ts'

/** A wish to narrow the last search of what is stored: "only since June", "only what Anna said". */
export interface SpokenNarrowing {
  readonly kind: 'narrow-search'
  /** YYYY-MM-DD */
  readonly from?: string
  /** a part of the name of who said it */
  readonly speaker?: string
}

interface NarrowingPhrases {
  readonly since: RegExp
  readonly said: RegExp
}

const PHRASES: Readonly<Record<string, NarrowingPhrases>> = {
  en: {
    since: /^(?:and )?(?:only|just) (?:what was said |what i said )?(?:since|from|after) (.+)$/u,
    said: /^(?:and )?(?:only|just) (?:what|the things) (.+?) (?:said|says|has said)$/u,
  },
  es: {
    since: /^(?:y )?(?:solo|sólo|solamente|únicamente) (?:desde|a partir de) (.+)$/u,
    said: /^(?:y )?(?:solo|sólo|solamente|únicamente) lo que (?:dijo|ha dicho) (.+)$/u,
  },
  fr: {
    since: /^(?:et )?(?:seulement|uniquement|juste) (?:depuis|à partir de|à partir du|après) (.+)$/u,
    said: /^(?:et )?(?:seulement|uniquement|juste) (?:ce qu'a dit (.+)|ce que (.+?) a dit|ce qu'(.+?) a dit)$/u,
  },
  de: {
    since: /^(?:und )?(?:nur|bloß|nur das) (?:seit|ab|von) (.+)$/u,
    said: /^(?:und )?(?:nur|bloß) (?:das )?was (.+?) (?:gesagt hat|sagte|sagt)$/u,
  },
  it: {
    since:
      /^(?:e )?(?:solo|soltanto|solamente) (?:a partire da|a partire dal|dallo|dalla|dall'|dal|da) ?(.+)$/u,
    said: /^(?:e )?(?:solo|soltanto|solamente) (?:quello che|ciò che|quel che) (?:ha detto (.+)|(.+?) ha detto)$/u,
  },
  pt: {
    since: /^(?:e )?(?:só|somente|apenas) (?:desde|a partir de|depois de) (.+)$/u,
    said: /^(?:e )?(?:só|somente|apenas) o que (?:o |a )?(.+?) (?:disse|falou)$/u,
  },
  ja: {
    since: /^(.+?)(?:以降|から|以来)(?:の)?(?:もの)?(?:だけ|のみ)$/u,
    said: /^(.+?)(?:さん)?(?:が|の)(?:言った|話した|発言した|発言)(?:こと|もの)?(?:だけ|のみ)$/u,
  },
  ko: {
    since: /^(.+?)(?:이후|부터)(?:것)?만$/u,
    said: /^(.+?)(?:씨가|님이|이가|가|이)(?:말한|한말|말했던)(?:것|거)?만$/u,
  },
  zh: {
    since: /^(?:只有|只要|只看|只找|只(?![有要看找]))(.+?)(?:以后|以来|之后|开始)(?:的)?$/u,
    said: /^(?:只有|只要|只看|只找|只(?![有要看找]))(.+?)(?:说的|讲的|说过的)(?:话)?$/u,
  },
}

/** Longest name of a speaker, in UTF-16 code units. */
const MAX_NAME_LENGTH = 60

/** Returns the wish to narrow a search if the whole utterance is one. */
export function narrowingIn(base: string, spoken: string, now?: Date): SpokenNarrowing | undefined {
  const phrases = PHRASES[base]
  if (!phrases) return undefined
  // Words such as "a bit" belong to no day and no name, but names are not to be shortened.
  for (const text of new Set([normalizeCommand(spoken, base), withoutSpacesIn(base, fold(spoken))])) {
    const since = groupOf(phrases.since, text)
    const from = since === undefined ? undefined : spokenDay(since, base, now)
    if (from !== undefined) return { kind: 'narrow-search', from }
    const speaker = groupOf(phrases.said, text)
    if (speaker !== undefined && speaker.length <= MAX_NAME_LENGTH && !PRONOUNS.has(speaker))
      return { kind: 'narrow-search', speaker }
  }
  return undefined
}

/** They name nobody whom a transcript names. */
const PRONOUNS = new Set(
  'i you he she we they yo tú él ella usted je tu il elle vous on ich du er sie wir io lui lei eu ele ela você 私 僕 あなた 彼 彼女 나 내 그 그녀 당신 我 你 他 她'.split(
    ' ',
  ),
)

const withoutSpacesIn = (base: string, text: string) =>
  base === 'ja' || base === 'ko' || base === 'zh' ? text.replaceAll(' ', '') : text

const groupOf = (phrase: RegExp, text: string): string | undefined =>
  phrase
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.trim()
