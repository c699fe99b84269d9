import type { Locale } from '@vee/contract/entities/locale'
import { CODE_TEXTS } from '../../code/code-texts.ts'
import { RECIPE_IDS, RECIPES, type Recipe, type RecipeId } from '../../code/recipes.ts'
import { foldPhrase } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

type CodeLanguage = keyof Recipe

/** Names of languages as users write them, in any of the nine interface languages. */
const NAMES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\b(?:java ?script|js|node(?:\.?js)?|typescript|ts)\b/i, 'javascript'],
  [/\b(?:python|py)\b/i, 'python'],
]
/**
 * Maximum length of a request for code, in UTF-16 code units. Longer messages contain code to discuss, which
 * requires a model.
 */
const WISH_MAX_LENGTH = 400

/** Returns solutions of small tasks from a collection, and validates and formats JSON. */
export const code: Skill = {
  id: 'code',
  answer(turn) {
    const { answer, others, titles } = CODE_TEXTS[turn.answeredIn]
    const json = formattedJson(turn)
    if (json !== undefined) return json
    if (turn.text.length > WISH_MAX_LENGTH) return undefined
    const wished = recipeIn(turn)
    if (wished !== undefined) {
      const language = languageFor(turn)
      return answer.replace('{code}', () => fenced(language, RECIPES[wished][language]))
    }
    if (!asksForCode(turn)) return undefined
    return others.replace('{titles}', () => RECIPE_IDS.map((id) => titles[id]).join(', '))
  },
}

const fenced = (language: string, source: string) => `\`\`\`${language}\n${source}\n\`\`\``

/** Returns the last task in the message: "sort a list and remove duplicates" is about the duplicates. */
function recipeIn({ whole, heardIn, answeredIn }: BuiltinTurn): RecipeId | undefined {
  const positions = RECIPE_IDS.map((id) => ({ id, at: lastPosition(whole, id, [heardIn, answeredIn]) }))
  return positions.filter(({ at }) => at !== -1).toSorted((a, b) => b.at - a.at)[0]?.id
}

/** Tasks are often named in English, in any language. */
function lastPosition(text: string, id: RecipeId, locales: readonly Locale[]): number {
  const sources = new Set((['en', ...locales] as const).map((locale) => CODE_TEXTS[locale].patterns[id]))
  return Math.max(...[...sources].map((source) => text.search(new RegExp(source, 'u'))))
}

/** Returns the language named in the message, otherwise the preferred one, otherwise Python. */
function languageFor({ text, codingLanguage = '' }: BuiltinTurn): CodeLanguage {
  const named = [text, codingLanguage].flatMap((words) =>
    NAMES.flatMap(([pattern, language]) => (pattern.test(words) ? [language] : [])),
  )
  return named[0] ?? 'python'
}

const asksForCode = ({ text, whole, heardIn }: BuiltinTurn) =>
  NAMES.some(([pattern]) => pattern.test(text)) ||
  /\b(?:code|function|script|json|regex|sql)\b/.test(whole) ||
  CODE_WORDS[heardIn].test(whole)

const CODE_WORDS: Readonly<Record<Locale, RegExp>> = {
  en: /\b(?:program|class|algorithm|snippet|bug)\b/,
  'de-DE': /\b(?:programm|funktion|klasse|algorithmus|fehler im code)/,
  'es-ES': /\b(?:codigo|funcion|programa|clase|algoritmo)/,
  'fr-FR': /\b(?:fonction|programme|classe|algorithme)/,
  'it-IT': /\b(?:codice|funzione|programma|classe|algoritmo)/,
  'pt-BR': /\b(?:codigo|funcao|programa|classe|algoritmo)/,
  'ja-JP': /コード|関数|プログラム|アルゴリズム/u,
  'ko-KR': /코드|함수|프로그램|알고리즘/u,
  'zh-CN': /代码|函数|程序|算法/u,
}

/** Returns the formatted JSON if the message is labelled as JSON or is entirely JSON; otherwise undefined. */
function formattedJson(turn: BuiltinTurn): string | undefined {
  const { json, noJson } = CODE_TEXTS[turn.answeredIn]
  const given = jsonIn(turn.text)
  const isMeant = foldPhrase(turn.text.slice(0, WISH_MAX_LENGTH)).includes('json')
  if (given === undefined || !(isMeant || given === turn.text.trim())) return undefined
  try {
    const value: unknown = JSON.parse(given)
    return json.replace('{code}', () => fenced('json', JSON.stringify(value, null, 2)))
  } catch (error) {
    if (!isMeant) return undefined
    return noJson.replace('{reason}', () => (error instanceof Error ? error.message : ''))
  }
}

/** Returns the text from the first bracket to the last one that can close it. */
function jsonIn(text: string): string | undefined {
  const first = text.search(/[[{]/)
  const last = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  return first === -1 || last < first ? undefined : text.slice(first, last + 1)
}
