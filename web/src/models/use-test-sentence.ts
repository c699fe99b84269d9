import type { EndpointTest } from '@vee/contract/entities/model-endpoint'
import { useLanguage, useTexts } from '#i18n/index.ts'

/** Returns a function that describes the result of a test. */
export function useTestSentence(): (result: EndpointTest) => string {
  const t = useTexts('models')
  const language = useLanguage()
  return (result) => {
    if (!result.isWorking) {
      const status = result.status === null ? '' : ` (HTTP ${result.status})`
      return `${t(`endpoints.failures.${result.failure ?? 'address'}`)}${status}`
    }
    const seconds = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'second',
      maximumFractionDigits: 1,
    })
    return t('endpoints.works', {
      model: result.model ?? '',
      seconds: seconds.format(result.totalMs / 1_000),
      reply: (result.reply ?? '').slice(0, 120),
    })
  }
}
