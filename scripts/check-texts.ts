// Checks that every language has exactly the keys and placeholders of English, that no text was left in English
// by accident, that English is spelled the American way, and that Japanese has no spaces next to Latin letters
// and digits.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './process.ts'

type Texts = { readonly [key: string]: string | readonly string[] | Texts }

const BASE = join(ROOT, 'web/src/i18n/locales')
/** Plural forms differ by language (Intl.PluralRules): `key_one`, `key_other`, … count as one key. */
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Texts that are correctly the same in another language: names, keys, numbers, single borrowed words. */
const SAME =
  /^(\W|\d|\{\{[^}]*\}\}|Vee|V|Nerf|Esc|Enter|Shift|Ctrl|Cmd|Space|OK|API|URL|[A-Z]{2,}|[A-Z][a-z]+ ?)*$/

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') flat.set(path, value)
    else if (Array.isArray(value)) value.forEach((text: string, index) => flat.set(`${path}.${index}`, text))
    else for (const [inner, text] of flatten(value as Texts, path)) flat.set(inner, text)
  }
  return flat
}

async function load(locale: string, namespace: string): Promise<Map<string, string>> {
  const text = await readFile(join(BASE, locale, namespace), 'utf8')
  return flatten(JSON.parse(text) as Texts)
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name = '']) => name).toSorted()
const stems = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))

function compare(where: string, english: Map<string, string>, other: Map<string, string>): string[] {
  const problems: string[] = []
  const [wanted, found] = [stems(english), stems(other)]
  for (const key of wanted) if (!found.has(key)) problems.push(`${where}: "${key}" is missing`)
  for (const key of found) if (!wanted.has(key)) problems.push(`${where}: "${key}" is not in English`)
  for (const [key, text] of other) {
    const source = english.get(key) ?? english.get(key.replace(PLURAL, '_other'))
    if (source === undefined) continue
    if (text.trim() === '') problems.push(`${where}: "${key}" is empty`)
    const [names, wantedNames] = [placeholders(text), placeholders(source)]
    const plural = PLURAL.test(key)
    const differ = plural
      ? names.some((name) => !wantedNames.includes(name))
      : names.join() !== wantedNames.join()
    if (differ) problems.push(`${where}: "${key}" has other placeholders than English`)
    if (text === source && text.length > 24 && !SAME.test(text))
      problems.push(`${where}: "${key}" is still English`)
  }
  return problems
}

/** British spellings of words that occur in interfaces. */
const BRITISH =
  /\b(?:licence|cancell(?:ed|ing)|colour|favour|behaviour|centre|grey|analyse|catalogue|dialogue|\w*(?:organ|summar|recogn|custom|synchron|minim|normal|optim)is(?:e|ing|ation))/i
/** A space between Japanese and a Latin letter, a digit or a placeholder; JTF style guide, 3.1.1. */
const SPACED_JAPANESE =
  /[a-z\d%&)}] [\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}] [a-z\d({]/iu

/**
 * Words for which this interface has another one, by language: each thing has one name. Search synonyms of the settings
 * are free.
 */
const ONE_WORD: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bsign(?:ed|ing|s)?[ -](?:in|out|off)\b/i, 'log in, log out'],
    [/\blog(?:ged|ging)? off\b/i, 'log out'],
    [/^(?:Thinks|Hears|Speaks)$/, 'Language model, Speech recognition, Text to speech'],
    [/\btranscription engine\b|\bvoice recognition\b/i, 'speech recognition'],
    [/\bIn Development\b/i, 'what it does'],
    [/\bpreferences\b(?! are)/i, 'settings'],
    [/\bfavourite/i, 'favorite'],
  ],
  'es-ES': [
    [/\b(?:loguear|login|acceder a tu cuenta)/i, 'iniciar sesión'],
    [/\bconfiguraciones\b/i, 'ajustes'],
  ],
  'fr-FR': [
    [/\b(?:s’identifier|login|s’authentifier)/i, 'se connecter'],
    [/\bparamètres\b/i, 'réglages'],
  ],
  'de-DE': [[/\b(?:einloggen|ausloggen|eingeloggt|ausgeloggt|login)/i, 'anmelden, abmelden']],
  'it-IT': [[/\b(?:login|loggarsi|effettua l’accesso)/i, 'accedere']],
  'pt-BR': [[/\b(?:login|logar|logado|fazer log)/i, 'entrar']],
  'ja-JP': [[/サインイン|サインアウト/, 'ログイン、ログアウト']],
  'ko-KR': [[/사인인|로그온/, '로그인']],
  'zh-CN': [[/登入|登陆|签到/, '登录']],
}

const synonymsOf = (where: string, texts: Map<string, string>, locale: string): string[] =>
  (ONE_WORD[locale] ?? []).flatMap(([pattern, word]) =>
    matches(
      where,
      new Map([...texts].filter(([key]) => !key.startsWith('synonyms.'))),
      pattern,
      `has another word for “${word}”`,
    ),
  )

const matches = (where: string, texts: Map<string, string>, pattern: RegExp, problem: string): string[] =>
  [...texts].flatMap(([key, text]) => (pattern.test(text) ? [`${where}: "${key}" ${problem}`] : []))

const problems: string[] = []
const locales = (await readdir(BASE)).filter((name) => name !== 'en' && name !== 'en-NG')
for (const namespace of (await readdir(join(BASE, 'en'))).filter((name) => name.endsWith('.json'))) {
  const english = await load('en', namespace)
  problems.push(...matches(`en/${namespace}`, english, BRITISH, 'is in British spelling'))
  problems.push(...synonymsOf(`en/${namespace}`, english, 'en'))
  for (const locale of locales) {
    const where = `${locale}/${namespace}`
    const texts = await load(locale, namespace)
    problems.push(...compare(where, english, texts), ...synonymsOf(where, texts, locale))
    if (locale === 'ja-JP')
      problems.push(...matches(where, texts, SPACED_JAPANESE, 'has a space next to Latin letters or digits'))
  }
}
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
