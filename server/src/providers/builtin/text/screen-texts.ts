import type { Locale } from '@vee/contract/entities/locale'
import texts from './screen-texts.json' with { type: 'json' }

/** Phrases and replies for results on the screen. Each reply states that no model made the result. */
interface ScreenText {
  /** phrases that request a quiz, and a plan */
  readonly quizWords: readonly string[]
  readonly planWords: readonly string[]
  readonly quiz: string
  readonly noQuiz: string
  readonly plan: string
  /** goal of one step, with the placeholder `{step}` */
  readonly goal: string
  readonly noPlan: string
  /** titles of slides, and the note on the cost of each pattern */
  readonly problem: string
  readonly approaches: string
  readonly note: string
  readonly complexity: string
  readonly pitfalls: string
  readonly tests: string
  /** cost of one pattern, with the placeholders `{name}`, `{time}` and `{space}` */
  readonly cost: string
  /** test cases for any solution */
  readonly cases: readonly string[]
}

export const SCREEN_TEXTS: Readonly<Record<Locale, ScreenText>> = texts
