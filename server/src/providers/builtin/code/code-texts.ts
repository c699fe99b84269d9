import type { Locale } from '@vee/contract/entities/locale'
import type { RecipeId } from './recipes.ts'
import texts from './code-texts.json' with { type: 'json' }

interface CodeText {
  /** reply with `{code}` */
  readonly answer: string
  /** reply that lists the available tasks, with `{titles}` */
  readonly others: string
  /** reply with `{code}` */
  readonly json: string
  /** reply with `{reason}` */
  readonly noJson: string
  readonly titles: Readonly<Record<RecipeId, string>>
  /** regular expressions over folded text */
  readonly patterns: Readonly<Record<RecipeId, string>>
}

export const CODE_TEXTS: Readonly<Record<Locale, CodeText>> = texts
