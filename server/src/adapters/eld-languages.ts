import type { LanguageGuess } from '#domain/languages/index.ts'

/** n-grams of sixty languages. They are loaded on the first call, which takes longer than all later ones. */
const load = () => import('eld/extrasmall')
let loading: ReturnType<typeof load> | undefined

export async function guessByNgrams(text: string): Promise<LanguageGuess | undefined> {
  const { eld } = await (loading ??= load())
  const guess = eld.detect(text)
  if (guess.language === '') return undefined
  return {
    language: guess.language,
    score: guess.getScores()[guess.language] ?? 0,
    isReliable: guess.isReliable(),
  }
}
