import type { TeamUsage as Usage } from '@vee/contract/entities/teams/organization'
import { USAGE_GROUPS } from '@vee/contract/entities/teams/organization-limits'
import type { getTeamUsage } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { ReportFilters } from '#reports/index.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/files/download-csv.ts'
import { moneyIn, reportName } from '#lib/files/report-name.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { usePeriod } from '#lib/use-period.ts'
import { BarTable } from '#ui/display/bar-table.tsx'
import { useTeamActions } from './team-actions.ts'
import { AsyncContent } from './async-content.tsx'
import styles from './teams.module.css'
import { useTeamFailureText } from './use-failure-text.ts'

const PATH = '/organizations/{id}/usage'

/** Shows the usage of the pool, as a chart and in figures. */
export function TeamUsageTab({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const failureText = useTeamFailureText()
  const { api, tell } = useTeamActions()
  const [groupBy, setGroupBy] = useState<Usage['groupBy']>('day')
  const period = usePeriod(30)
  const params = { id: organizationId }
  const query = { groupBy, ...period.query }
  const { answer } = useAnswer(JSON.stringify({ organizationId, query }), (signal) =>
    api.json<typeof getTeamUsage>('GET', PATH, { params, query, signal }),
  )

  const download = () =>
    downloadCsv(
      `usage-by-${groupBy}.csv`,
      api.send<typeof getTeamUsage>('GET', PATH, {
        params,
        query: { ...query, format: 'csv' },
      }),
    ).catch((error: unknown) =>
      tell({ type: 'error', title: t('usage.failed'), message: failureText(error) }),
    )

  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <ReportFilters
          label={t('usage.by')}
          value={groupBy}
          options={USAGE_GROUPS.map((value) => ({ value, label: t(`usage.groups.${value}`) }))}
          onChange={(value) => setGroupBy(USAGE_GROUPS.find((option) => option === value) ?? 'day')}
          period={period}
          onDownload={() => void download()}
        />
      </div>
      <AsyncContent answer={answer}>
        {(usage) =>
          usage.series.length === 0 ? (
            <p className={styles['hint']}>{t('usage.none')}</p>
          ) : (
            <UsageTable usage={usage} />
          )
        }
      </AsyncContent>
    </div>
  )
}

function UsageTable({ usage: { groupBy, series } }: { readonly usage: Usage }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const money = moneyIn(language)
  const words = { language, unknown: t('usage.unknown'), words: { service: t.texts.usage.services } }
  // Speech is measured in money only: by service, that is the common unit.
  const sizeOf = ({ tokens, costUsd }: Usage['series'][number]) => (groupBy === 'service' ? costUsd : tokens)
  const rows = groupBy === 'day' ? series : series.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return (
    <BarTable
      caption={t('usage.caption')}
      columns={[t(`usage.groups.${groupBy}`), t('usage.tokens'), t('usage.cost'), t('usage.requests')]}
      rows={rows.map((use) => ({
        key: use.key,
        name: reportName(groupBy, use.key, words),
        size: sizeOf(use),
        figures: [figure.format(use.tokens), money.format(use.costUsd), figure.format(use.requests)],
      }))}
    />
  )
}
