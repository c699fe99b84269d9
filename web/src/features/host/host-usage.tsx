import type { HostUsage as Usage } from '@vee/contract/entities/host'
import { HOST_USAGE_GROUPS } from '@vee/contract/entities/host-limits'
import type { getHostUsage } from '@vee/contract/http/host'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/download-csv.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useHostActs } from './acts.ts'
import styles from './host.module.css'
import { LoadFailed } from './list-frame.tsx'
import { moneyIn } from './money.ts'
import { useAnswer } from './use-answer.ts'

const DAY_MS = 86_400_000
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What the whole server used, and what that cost. */
export function HostUsage() {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const { api, tellFailure } = useHostActs()
  const [groupBy, setGroupBy] = useState<Usage['groupBy']>('day')
  const [from, setFrom] = useState(() => isoDay(Date.now() - 29 * DAY_MS))
  const [to, setTo] = useState(() => isoDay(Date.now()))
  // A field that is just being typed in may hold no day.
  const query = { groupBy, ...(from !== '' && { from }), ...(to !== '' && { to }) }
  const { answer, reload } = useAnswer(`${groupBy} ${from} ${to}`, (signal) =>
    api.json<typeof getHostUsage>('GET', '/host/usage', { query, signal }),
  )
  const groupText = (group: Usage['groupBy']) =>
    group === 'tier' ? t('usage.tier') : teams(`usage.groups.${group}`)
  const download = () =>
    downloadCsv(
      `server-usage-by-${groupBy}.csv`,
      api.send<typeof getHostUsage>('GET', '/host/usage', { query: { ...query, format: 'csv' } }),
    ).catch(tellFailure)
  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <Select
          label={teams('usage.by')}
          value={groupBy}
          options={HOST_USAGE_GROUPS.map((value) => ({ value, label: groupText(value) }))}
          onChange={(value) => setGroupBy(HOST_USAGE_GROUPS.find((known) => known === value) ?? 'day')}
        />
        <TextField
          label={teams('usage.from')}
          type="date"
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={teams('usage.to')}
          type="date"
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button icon={Download} onClick={() => void download()}>
          {teams('usage.download')}
        </Button>
      </div>
      {answer.status === 'loading' && <Skeleton lines={5} />}
      {answer.status === 'failed' && <LoadFailed onRetry={reload} />}
      {answer.status === 'ready' && (
        <UsageTable usage={answer.value} heading={groupText(answer.value.groupBy)} />
      )}
    </div>
  )
}

interface UsageTableProps {
  readonly usage: Usage
  readonly heading: string
}

function UsageTable({ usage: { groupBy, series, total }, heading }: UsageTableProps) {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const money = moneyIn(language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const words: Readonly<Record<string, string>> = { ...teams.texts.usage.services, ...t.texts.usage.tiers }
  const largest = Math.max(...series.map(({ costUsd }) => costUsd), 0)

  function nameOf(key: string): string {
    if (key === '') return teams('usage.unknown')
    if (groupBy === 'day') return day.format(new Date(key))
    return groupBy === 'service' || groupBy === 'tier' ? (words[key] ?? key) : key
  }
  const figures = (use: Usage['total']) => (
    <>
      <td data-align="end">{figure.format(use.tokens)}</td>
      <td data-align="end">{money.format(use.costUsd)}</td>
      <td data-align="end">{figure.format(use.requests)}</td>
    </>
  )
  return (
    <Table caption={t('tabs.usage')} isCaptionHidden>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {/* The bars show what stands beside them. */}
          <td aria-hidden="true" />
          {(['tokens', 'cost', 'requests'] as const).map((column) => (
            <th key={column} scope="col" data-align="end">
              {teams(`usage.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((use) => (
          <tr key={use.key}>
            <th scope="row">{nameOf(use.key)}</th>
            <td aria-hidden="true" className={styles['chart']}>
              <span
                className={styles['bar']}
                style={{ inlineSize: `${largest === 0 ? 0 : (100 * use.costUsd) / largest}%` }}
              />
            </td>
            {figures(use)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('usage.total')}</th>
          <td aria-hidden="true" />
          {figures(total)}
        </tr>
      </tfoot>
    </Table>
  )
}
