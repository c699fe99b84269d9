import type { Catalogue } from './locales/en/index.ts'
import type { LazyCatalogue } from './locales/en/lazy.ts'
import type { ViewsCatalogue } from './locales/en/views.ts'

/** All texts by namespace. English is the type of all languages. */
type AllTexts = Catalogue & LazyCatalogue & ViewsCatalogue
export type Namespace = keyof AllTexts

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? WithoutForm<Key> : `${Key}.${KeyOf<Texts[Key]>}`
}[keyof Texts & string]

/** `section.name`; without the plural suffix. */
type TextKey<N extends Namespace> = KeyOf<AllTexts[N]>
export type TextValues = Readonly<Record<string, string | number>>

export interface Translate<N extends Namespace> {
  /**
   * Returns a text of the namespace with its placeholders replaced; `count` selects the plural form
   * (Intl.PluralRules).
   */
  (key: TextKey<N>, values?: TextValues): string
  /** the whole namespace, for texts that are used together */
  readonly texts: AllTexts[N]
}

/** The content of JSON modules: texts under keys, at any depth. */
export interface TextTree {
  readonly [name: string]: string | TextTree
}

function find(tree: TextTree, path: string): string | undefined {
  let node: string | TextTree | undefined = tree
  for (const name of path.split('.')) node = typeof node === 'object' ? node[name] : undefined
  return typeof node === 'string' ? node : undefined
}

/** Replaces the placeholders of a text. */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}

/**
 * Returns a function that reads texts from a tree. A key without a text returns the key itself: a missing
 * text must not break the screen.
 */
export function translator(language: string, tree: TextTree): (key: string, values?: TextValues) => string {
  const rules = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? find(tree, `${key}_${rules.select(count)}`) : undefined
    const text = form ?? find(tree, key) ?? find(tree, `${key}_other`)
    return text === undefined ? key : fillText(text, values)
  }
}
