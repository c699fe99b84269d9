import type { Locale } from '@vee/contract/entities/locale'
import de from './text/de-DE.json' with { type: 'json' }
import en from './text/en.json' with { type: 'json' }
import es from './text/es-ES.json' with { type: 'json' }
import fr from './text/fr-FR.json' with { type: 'json' }
import it from './text/it-IT.json' with { type: 'json' }
import ja from './text/ja-JP.json' with { type: 'json' }
import ko from './text/ko-KR.json' with { type: 'json' }
import pt from './text/pt-BR.json' with { type: 'json' }
import zh from './text/zh-CN.json' with { type: 'json' }

/** A task of the question bank; every language has the same tasks in the same order. */
interface InterviewProblem {
  readonly title: string
  readonly statement: string
  /** facts that a careful candidate asks for */
  readonly facts: string
  readonly idea: string
  readonly cases: string
  /** cost of the best solution */
  readonly cost: string
}

export interface InterviewText {
  /** phrases that start an interview, end it, and request a hint */
  readonly start: readonly string[]
  readonly stop: readonly string[]
  readonly hint: readonly string[]
  /**
   * texts of the stages: the brief, the facts, the idea, the cases, the review; with placeholders of the
   * problem
   */
  readonly stages: readonly string[]
  readonly hintAnswer: string
  readonly problems: readonly InterviewProblem[]
}

export const INTERVIEW_TEXTS: Readonly<Record<Locale, InterviewText>> = {
  en,
  'es-ES': es,
  'fr-FR': fr,
  'de-DE': de,
  'it-IT': it,
  'pt-BR': pt,
  'ja-JP': ja,
  'ko-KR': ko,
  'zh-CN': zh,
}
