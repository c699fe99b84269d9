import { Download } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import type { usePeriod } from '#lib/use-period.ts'
import { Button } from '#ui/controls/button.tsx'
import { PeriodFields } from '#ui/controls/period-fields.tsx'
import { Select, type SelectProps } from '#ui/controls/select.tsx'

/** The filters: the subject of the report, or its grouping. */
interface ReportFiltersProps extends Pick<SelectProps, 'label' | 'value' | 'options' | 'onChange'> {
  readonly period: ReturnType<typeof usePeriod>
  readonly onDownload: () => void
}

/** Renders the filters of a report, and its download. */
export function ReportFilters({ period, onDownload, ...choice }: ReportFiltersProps) {
  const t = useTexts('teams')
  return (
    <>
      <Select {...choice} />
      <PeriodFields fromLabel={t('usage.from')} toLabel={t('usage.to')} {...period.fields} />
      <Button icon={Download} onClick={onDownload}>
        {t('usage.download')}
      </Button>
    </>
  )
}
