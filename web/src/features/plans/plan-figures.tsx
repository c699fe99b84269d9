import type { Plan } from '@vee/contract/http/plans'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** A plan's price a month; a dash while the host has set none. */
export function Price({ of: { pricePerMonth } }: { readonly of: Plan }) {
  const t = useTexts('plans')
  const language = useLanguage()
  if (pricePerMonth === null) return <Unset />
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return t('perMonth', { price: format.format(pricePerMonth) })
}

/** Nothing is set here. */
export function Unset() {
  const t = useTexts('plans')
  return (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('unset')}</VisuallyHidden>
    </>
  )
}
