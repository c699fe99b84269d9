import { baseOf, fold } from './fold.ts'

/** Polite or measuring words around a request that do not change it. Folded. */
const AROUND: Readonly<Record<string, string>> = {
  en: 'please|a bit|a little|a little bit|can you|could you|would you|for me|now',
  es: 'por favor|un poco|un poquito|puedes|podrías|ahora',
  fr: "s'il te plaît|s'il vous plaît|s'il te plait|s'il vous plait|stp|un peu|tu peux|peux tu|pouvez vous|vous pouvez|maintenant",
  de: 'bitte|etwas|ein bisschen|ein wenig|doch|kannst du|könntest du|jetzt',
  it: "per favore|per piacere|un po'|un po|un poco|puoi|potresti|adesso",
  pt: 'por favor|um pouco|um pouquinho|você pode|pode|poderia|agora',
  ko: '좀|조금|지금',
}
/** The same in scripts without reliable spaces, at the ends or anywhere. */
const WITHIN: Readonly<Record<string, RegExp>> = {
  ja: /もう少し|もうちょっと|ちょっと|少し|(?:を)?(?:お願いします|おねがいします|お願い)$|(?:ください|下さい|くれますか|もらえますか|ね)$/gu,
  ko: /(?:주시겠어요|주실래요|주십시오|주세요|줄래요|줄래|줘요|줘)$/gu,
  zh: /^(?:请你|请|麻烦你|麻烦|帮我)|(?:好吗|可以吗|谢谢|吧)$/gu,
}

/**
 * Removes politeness from a short utterance: equal results are equal requests. Never empty for a text with
 * words.
 */
export function normalizeCommand(text: string, language: string): string {
  const base = baseOf(language)
  const folded = fold(text)
  const affixes = AROUND[base]
  const within = WITHIN[base]
  let bare = folded
  if (affixes !== undefined) bare = bare.replaceAll(new RegExp(`(?<=^| )(?:${affixes})(?= |$)`, 'gu'), ' ')
  bare = bare.replaceAll(/\s+/g, within ? '' : ' ').trim()
  // Recognition places spaces arbitrarily in these three languages.
  if (within) bare = bare.replaceAll(within, '')
  return bare === '' ? folded : bare
}
