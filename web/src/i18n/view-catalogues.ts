import type { Locale } from '@vee/contract/entities/locale'
import type { ViewsCatalogue } from './locales/en/views.ts'

/** The namespaces of the agents' own screens. */
const VIEW_CATALOGUES: Record<Locale, () => Promise<{ views: ViewsCatalogue }>> = {
  en: () => import('./locales/en/views.ts'),
  'es-ES': () => import('./locales/es-ES/views.ts'),
  'fr-FR': () => import('./locales/fr-FR/views.ts'),
  'de-DE': () => import('./locales/de-DE/views.ts'),
  'it-IT': () => import('./locales/it-IT/views.ts'),
  'pt-BR': () => import('./locales/pt-BR/views.ts'),
  'ja-JP': () => import('./locales/ja-JP/views.ts'),
  'ko-KR': () => import('./locales/ko-KR/views.ts'),
  'zh-CN': () => import('./locales/zh-CN/views.ts'),
}

export async function viewsIn(locale: Locale): Promise<ViewsCatalogue> {
  return (await VIEW_CATALOGUES[locale]()).views
}
