import type { Locale } from '@vee/contract/entities/locale'
import texts from './screen-texts.json' with { type: 'json' }

/** What is heard and said around results for the screen. Each says that no model made them. */
interface ScreenText {
  /** phrases that wish for a quiz, and for a plan */
  readonly quizWords: readonly string[]
  readonly planWords: readonly string[]
  readonly quiz: string
  readonly noQuiz: string
  readonly plan: string
  /** of one step, with the placeholder `{step}` */
  readonly goal: string
  readonly noPlan: string
  /** titles of slides, and the note at each pattern's cost */
  readonly problem: string
  readonly approaches: string
  readonly note: string
  readonly complexity: string
  readonly pitfalls: string
  readonly tests: string
  /** of one pattern, with the placeholders `{name}`, `{time}` and `{space}` */
  readonly cost: string
  /** what any solution is tried with */
  readonly cases: readonly string[]
}

export const SCREEN_TEXTS: Readonly<Record<Locale, ScreenText>> = texts
