import type { Translate } from '#i18n/index.ts'

/** Names that are words, as the server states them; others are brands. */
const NAMES = {
  'Built-in responder': 'builtIn',
  'OpenAI-compatible server': 'compatible',
  'Own search engine': 'ownSearch',
} as const
const NOT_INSTALLED = /^(.{1,40}) is not installed on this server\.$/

/** Returns the name of a provider in the language of the page. */
export function providerName(t: Translate<'host'>, name: string): string {
  const key = NAMES[name as keyof typeof NAMES]
  return key === undefined ? name : t(`providers.names.${key}`)
}

/** Returns why a provider is not available, in the language of the page; undefined for a message that is in English only. */
export function providerReason(t: Translate<'host'>, reason: string | null): string | undefined {
  const program = NOT_INSTALLED.exec(reason ?? '')?.[1]
  return program === undefined ? undefined : t('providers.notInstalled', { name: program })
}
