import type { TeamUsage as Usage } from '@vee/contract/entities/organization'
import { USAGE_GROUPS } from '@vee/contract/entities/organization-limits'
import type { getTeamUsage } from '@vee/contract/http/organizations'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTeamActs } from './act.ts'
import { downloadCsv } from '#lib/download-csv.ts'
import styles from './teams.module.css'
import { useFailureText } from './use-failure-text.ts'

const PATH = '/organizations/{id}/usage'
const DAY_MS = 86_400_000

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What the pool was spent on, as a chart and in figures. */
export function TeamUsage({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const failureText = useFailureText()
  const { api, tell } = useTeamActs()
  const [groupBy, setGroupBy] = useState<Usage['groupBy']>('day')
  const [from, setFrom] = useState(() => isoDay(Date.now() - 29 * DAY_MS))
  const [to, setTo] = useState(() => isoDay(Date.now()))
  const [usage, setUsage] = useState<Usage>()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    if (from === '' || to === '' || from > to) return undefined
    const stop = new AbortController()
    api
      .json<typeof getTeamUsage>('GET', PATH, {
        params: { id: organizationId },
        query: { from, to, groupBy },
        signal: stop.signal,
      })
      .then((found) => {
        setUsage(found)
        setFailure(undefined)
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailure(error)
      })
    return () => stop.abort()
  }, [api, organizationId, from, to, groupBy])

  const download = () =>
    downloadCsv(
      `usage-by-${groupBy}.csv`,
      api.send<typeof getTeamUsage>('GET', PATH, {
        params: { id: organizationId },
        query: { from, to, groupBy, format: 'csv' },
      }),
    ).catch((error: unknown) =>
      tell({ type: 'error', title: t('usage.failed'), message: failureText(error) }),
    )

  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <Select
          label={t('usage.by')}
          value={groupBy}
          options={USAGE_GROUPS.map((value) => ({ value, label: t(`usage.groups.${value}`) }))}
          onChange={(value) => setGroupBy(USAGE_GROUPS.find((known) => known === value) ?? 'day')}
        />
        <TextField
          label={t('usage.from')}
          type="date"
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={t('usage.to')}
          type="date"
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button icon={Download} onClick={() => void download()}>
          {t('usage.download')}
        </Button>
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles['hint']}>
          {failureText(failure)}
        </p>
      )}
      {!usage && failure === undefined && <Skeleton lines={5} />}
      {usage && usage.series.length === 0 && <p className={styles['hint']}>{t('usage.none')}</p>}
      {usage && usage.series.length > 0 && <UsageTable usage={usage} />}
    </div>
  )
}

/** A bar for each row, and beside it what it stands for. */
function UsageTable({ usage: { groupBy, series } }: { readonly usage: Usage }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  // Speech is paid for in money alone: by service, that is what can be compared.
  const sizeOf = ({ tokens, costUsd }: Usage['series'][number]) => (groupBy === 'service' ? costUsd : tokens)
  const largest = Math.max(...series.map(sizeOf))
  const services: Readonly<Record<string, string>> = t.texts.usage.services

  function nameOf(key: string): string {
    if (key === '') return t('usage.unknown')
    if (groupBy === 'day') return day.format(new Date(key))
    return groupBy === 'service' ? (services[key] ?? key) : key
  }
  const rows = groupBy === 'day' ? series : series.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return (
    <Table caption={t('usage.caption')} isCaptionHidden>
      <thead>
        <tr>
          <th scope="col">{t(`usage.groups.${groupBy}`)}</th>
          {/* The bars show what stands beside them. */}
          <td aria-hidden="true" />
          <th scope="col" data-align="end">
            {t('usage.tokens')}
          </th>
          <th scope="col" data-align="end">
            {t('usage.cost')}
          </th>
          <th scope="col" data-align="end">
            {t('usage.requests')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className={styles['email']}>
              {nameOf(row.key)}
            </th>
            <td aria-hidden="true" className={styles['chart']}>
              <span
                className={styles['bar']}
                style={{ inlineSize: `${largest === 0 ? 0 : (100 * sizeOf(row)) / largest}%` }}
              />
            </td>
            <td data-align="end">{figure.format(row.tokens)}</td>
            <td data-align="end">{money.format(row.costUsd)}</td>
            <td data-align="end">{figure.format(row.requests)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
