import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'
import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Catalogue } from './locales/en/index.ts'
import type { LaterCatalogue } from './locales/en/later.ts'

export type Namespace = keyof (Catalogue & LaterCatalogue)

/** One lazily loaded module per locale, with the namespaces of the first page. */
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

/** The namespaces of what is not on the first page, one module per locale as well. */
const LATER_CATALOGUES: Record<Locale, () => Promise<{ later: LaterCatalogue }>> = {
  en: () => import('./locales/en/later.ts'),
  'es-ES': () => import('./locales/es-ES/later.ts'),
  'fr-FR': () => import('./locales/fr-FR/later.ts'),
  'de-DE': () => import('./locales/de-DE/later.ts'),
  'it-IT': () => import('./locales/it-IT/later.ts'),
  'pt-BR': () => import('./locales/pt-BR/later.ts'),
  'ja-JP': () => import('./locales/ja-JP/later.ts'),
  'ko-KR': () => import('./locales/ko-KR/later.ts'),
  'zh-CN': () => import('./locales/zh-CN/later.ts'),
}

let needsLater = false

function addTexts(locale: Locale, texts: Partial<Catalogue & LaterCatalogue>): void {
  for (const [namespace, bundle] of Object.entries(texts)) {
    i18next.addResourceBundle(locale, namespace, bundle, true, true)
  }
}

/** Loads the texts of what is opened later. From then on a change of language brings them along. */
export async function loadLaterTexts(): Promise<void> {
  needsLater = true
  const locale = currentLocale()
  const { later } = await LATER_CATALOGUES[locale]()
  addTexts(locale, later)
}

function currentLocale(): Locale {
  return LOCALES.find((locale) => locale === i18next.resolvedLanguage) ?? DEFAULT_LOCALE
}

/** Loads a language and makes it the current one. The first call starts the texts. */
export async function switchTexts(locale: Locale): Promise<void> {
  const [{ catalogue }, further] = await Promise.all([
    CATALOGUES[locale](),
    needsLater ? LATER_CATALOGUES[locale]() : undefined,
  ])
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: locale,
      fallbackLng: DEFAULT_LOCALE,
      resources: { [locale]: catalogue },
      ns: Object.keys(catalogue),
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
    return
  }
  addTexts(locale, { ...catalogue, ...further?.later })
  await i18next.changeLanguage(locale)
}

/** The current interface language (BCP 47), for Intl and the `lang` attribute. */
export function currentLanguage(): string {
  return i18next.resolvedLanguage ?? DEFAULT_LOCALE
}

function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

/** Re-renders the component when the interface language changes. */
export function useLanguage(): string {
  return useSyncExternalStore(onLanguageChange, currentLanguage)
}

const fixed = new Map<string, TFunction<Namespace>>()

/**
 * The texts of one namespace in the current language. Stands in for react-i18next, which costs 18 kB of the first page
 * for parts that we do not use.
 */
export function useTexts<N extends Namespace>(namespace: N): TFunction<N> {
  return textsIn(useLanguage(), namespace)
}

/** The same outside of components, for what is said or logged at this moment. */
export function textsNow<N extends Namespace>(namespace: N): TFunction<N> {
  return textsIn(currentLanguage(), namespace)
}

function textsIn<N extends Namespace>(language: string, namespace: N): TFunction<N> {
  const key = `${language}/${namespace}`
  const known = fixed.get(key)
  // The cache is keyed by namespace, so what lies under the key is of that namespace.
  if (known) return known as unknown as TFunction<N>
  const texts = i18next.getFixedT(language, namespace)
  fixed.set(key, texts)
  return texts as unknown as TFunction<N>
}
