import type { ModelDownload, ProviderStatus } from '@vee/contract/http/system'
import type { Translate } from '#i18n/index.ts'

/** Names that are words, as the server states them; others are brands. */
const NAMES = {
  'Built-in responder': 'builtIn',
  'OpenAI-compatible server': 'compatible',
  'Own search engine': 'ownSearch',
} as const

/** Returns the name of a provider in the language of the page. */
export function providerName(t: Translate<'host'>, name: string): string {
  const key = NAMES[name as keyof typeof NAMES]
  return key === undefined ? name : t(`providers.names.${key}`)
}

/**
 * Returns why a provider is not available and what helps, in the language of the page; undefined for a message that is in English
 * only.
 */
export function problemText(
  t: Translate<'host'>,
  { problem, envVar }: Pick<ProviderStatus, 'problem' | 'envVar'>,
): string | undefined {
  if (problem === undefined) return undefined
  const text = t(`providers.problems.${problem}`)
  return envVar === null ? text : `${text} ${t('providers.setting', { name: envVar })}`
}

/** Returns why the download of a model failed, in the language of the page; undefined for a message that is in English only. */
export const downloadFailure = (
  t: Translate<'host'>,
  { failure }: Pick<ModelDownload, 'failure'>,
): string | undefined => (failure ? t(`setup.failures.${failure}`) : undefined)
