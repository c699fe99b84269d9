import { DEFAULT_LOCALE, type Locale } from '@vee/contract/entities/locale'
import { useSyncExternalStore } from 'react'
import type { Catalogue } from './locales/en/index.ts'
import type { LazyCatalogue } from './locales/en/lazy.ts'
import { translator, type Namespace, type TextTree, type Translate } from './translate.ts'

export type { Translate } from './translate.ts'

/** A lazily loaded module per locale, with the namespaces of the initial page. */
const CATALOGUES: Record<Locale, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import('./locales/en/index.ts'),
  'es-ES': () => import('./locales/es-ES/index.ts'),
  'fr-FR': () => import('./locales/fr-FR/index.ts'),
  'de-DE': () => import('./locales/de-DE/index.ts'),
  'it-IT': () => import('./locales/it-IT/index.ts'),
  'pt-BR': () => import('./locales/pt-BR/index.ts'),
  'ja-JP': () => import('./locales/ja-JP/index.ts'),
  'ko-KR': () => import('./locales/ko-KR/index.ts'),
  'zh-CN': () => import('./locales/zh-CN/index.ts'),
}

/** The namespaces that the initial page does not need, one module per locale as well. */
const LATER_CATALOGUES: Record<Locale, () => Promise<{ lazy: LazyCatalogue }>> = {
  en: () => import('./locales/en/lazy.ts'),
  'es-ES': () => import('./locales/es-ES/lazy.ts'),
  'fr-FR': () => import('./locales/fr-FR/lazy.ts'),
  'de-DE': () => import('./locales/de-DE/lazy.ts'),
  'it-IT': () => import('./locales/it-IT/lazy.ts'),
  'pt-BR': () => import('./locales/pt-BR/lazy.ts'),
  'ja-JP': () => import('./locales/ja-JP/lazy.ts'),
  'ko-KR': () => import('./locales/ko-KR/lazy.ts'),
  'zh-CN': () => import('./locales/zh-CN/lazy.ts'),
}

type Namespaces = Readonly<Record<string, TextTree>>

/** Catalogues that are loaded on first use, and then with every change of language. */
const FURTHER: Record<'lazy' | 'views', (locale: Locale) => Promise<Namespaces>> = {
  lazy: async (locale) => (await LATER_CATALOGUES[locale]()).lazy,
  // The module map is loaded lazily too, because most users open no agent screen.
  views: async (locale) => (await import('./view-catalogues.ts')).viewsIn(locale),
}

interface Texts {
  readonly locale: Locale
  readonly namespaces: Namespaces
}

let texts: Texts | undefined
let wanted: Locale = DEFAULT_LOCALE
const needed = new Set<keyof typeof FURTHER>()
const listeners = new Set<() => void>()
const translators = new Map<Namespace, unknown>()

function show(next: Texts): void {
  texts = next
  translators.clear()
  for (const listener of listeners) listener()
}

async function loadFurther(bundle: keyof typeof FURTHER): Promise<void> {
  needed.add(bundle)
  const locale = texts?.locale ?? DEFAULT_LOCALE
  const namespaces = await FURTHER[bundle](locale)
  // The language may have changed in the meantime, and loaded its own texts.
  if (texts?.locale === locale) show({ locale, namespaces: { ...texts.namespaces, ...namespaces } })
}

/** Loads the texts of parts that are opened later. A later change of language loads them too. */
export const loadLazyTexts = (): Promise<void> => loadFurther('lazy')

/** Loads the texts of the agents' own screens in the same way. */
export const loadViewTexts = (): Promise<void> => loadFurther('views')

/** Loads the initial page's texts in another language than the page's. */
export const catalogueOf = (locale: Locale): Promise<{ catalogue: Catalogue }> => CATALOGUES[locale]()

/** Loads a language and makes it the current one, unless another was requested in the meantime. */
export async function switchTexts(locale: Locale): Promise<void> {
  wanted = locale
  if (texts?.locale === locale) return
  const [{ catalogue }, ...further] = await Promise.all([
    CATALOGUES[locale](),
    ...Array.from(needed, (bundle) => FURTHER[bundle](locale)),
  ])
  if (locale === wanted) show({ locale, namespaces: Object.assign({ ...catalogue }, ...further) })
}

/** Returns the current interface language (BCP 47), for Intl and the `lang` attribute. */
export function currentLanguage(): string {
  return texts?.locale ?? DEFAULT_LOCALE
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Re-renders the component when the interface language changes. */
export function useLanguage(): string {
  return useSyncExternalStore(onChange, currentLanguage)
}

/** Returns the texts of one namespace in the current language. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  return useSyncExternalStore(onChange, () => textsNow(namespace))
}

/** Returns the current texts outside of components, for speech and logs. */
export function textsNow<N extends Namespace>(namespace: N): Translate<N> {
  const tree = texts?.namespaces[namespace] ?? {}
  const created =
    translators.get(namespace) ?? Object.assign(translator(currentLanguage(), tree), { texts: tree })
  translators.set(namespace, created)
  // The translator was created for this namespace, and every language has the keys of English
  // (scripts/check-texts.ts).
  return created as Translate<N>
}
