import type { HostProvider, HostUsage as Usage } from '@vee/contract/entities/host'
import { HOST_USAGE_GROUPS } from '@vee/contract/entities/host-limits'
import type { getHostUsage } from '@vee/contract/http/host'
import type { listModelEndpoints } from '@vee/contract/http/model-endpoints'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/files/download-csv.ts'
import { moneyIn, reportName } from '#lib/files/report-name.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { usePeriod } from '#lib/use-period.ts'
import { ReportFilters } from '#reports/index.ts'
import { BarTable } from '#ui/display/bar-table.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { LoadFailed } from './list-frame.tsx'

/** Shows the usage and cost of the whole server. */
export function HostUsageTab({ providers }: { readonly providers: readonly HostProvider[] }) {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const { api, showFailure } = useHostActions()
  const [groupBy, setGroupBy] = useState<Usage['groupBy']>('day')
  const period = usePeriod(30)
  const query = { groupBy, ...period.query }
  const { answer, reload } = useAnswer(JSON.stringify(query), async (signal) => {
    const usage = await api.json<typeof getHostUsage>('GET', '/host/usage', { query, signal })
    if (groupBy !== 'provider') return { usage, providers: {} }
    const named = providers.map(({ id, name }) => [id, name] as const)
    const { items } = await api.json<typeof listModelEndpoints>('GET', '/host/endpoints', { signal })
    return {
      usage,
      providers: Object.fromEntries([...named, ...items.map(({ id, name }) => [id, name] as const)]),
    }
  })
  const groupText = (group: Usage['groupBy']) =>
    group === 'tier' || group === 'provider' ? t(`usage.${group}`) : teams(`usage.groups.${group}`)
  const download = () =>
    downloadCsv(
      `server-usage-by-${groupBy}.csv`,
      api.send<typeof getHostUsage>('GET', '/host/usage', { query: { ...query, format: 'csv' } }),
    ).catch(showFailure)
  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <ReportFilters
          label={teams('usage.by')}
          value={groupBy}
          options={HOST_USAGE_GROUPS.map((value) => ({ value, label: groupText(value) }))}
          onChange={(value) => setGroupBy(HOST_USAGE_GROUPS.find((option) => option === value) ?? 'day')}
          period={period}
          onDownload={() => void download()}
        />
      </div>
      {answer.status === 'loading' && <Skeleton lines={5} />}
      {answer.status === 'failed' && <LoadFailed onRetry={reload} />}
      {answer.status === 'ready' && (
        <UsageTable {...answer.value} heading={groupText(answer.value.usage.groupBy)} />
      )}
    </div>
  )
}

interface UsageTableProps {
  readonly usage: Usage
  /** names of providers and endpoints by id */
  readonly providers: Readonly<Record<string, string>>
  readonly heading: string
}

function UsageTable({ usage: { groupBy, series, total }, providers, heading }: UsageTableProps) {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const money = moneyIn(language)
  const words = {
    language,
    unknown: teams('usage.unknown'),
    words: { service: teams.texts.usage.services, tier: t.texts.usage.tiers, provider: providers },
  }
  const figuresOf = ({ tokens, costUsd, requests }: Usage['total']) => [
    figure.format(tokens),
    money.format(costUsd),
    figure.format(requests),
  ]
  return (
    <BarTable
      caption={t('tabs.usage')}
      columns={[heading, teams('usage.tokens'), teams('usage.cost'), teams('usage.requests')]}
      rows={series.map((use) => ({
        key: use.key,
        name: reportName(groupBy, use.key, words),
        size: use.costUsd,
        figures: figuresOf(use),
      }))}
      total={{ name: t('usage.total'), figures: figuresOf(total) }}
    />
  )
}
