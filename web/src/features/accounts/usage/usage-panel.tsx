import type {
  getUsage,
  SpeechAllowance,
  TokenAllowance,
  UsageGrouping,
  UsageItem,
} from '@vee/contract/http/costs'
import { ChartColumn, Download, Eraser } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { joinSentences } from '#i18n/sentence-separator.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Table } from '#ui/display/table.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { DayChart } from './day-chart.tsx'
import { useUsage } from './use-usage.ts'
import styles from './usage.module.css'

interface UsagePanelProps {
  readonly api: Api
  readonly agentLabel: (agentId: string) => string
  readonly onClearSession: () => Promise<void>
}

const GROUPINGS = ['day', 'agent', 'model', 'service'] as const satisfies readonly UsageGrouping[]
const MEASURES = ['costUsd', 'tokens', 'requests'] as const
type Measure = (typeof MEASURES)[number]

/** Shows usage and costs, the remaining allowance of the day, and the download. */
export function UsagePanel({ api, agentLabel, onClearSession }: UsagePanelProps) {
  const t = useTexts('usage')
  const [groupBy, setGroupBy] = useState<UsageGrouping>('day')
  const { usage, reload } = useUsage(api, groupBy)
  const money = useMoney()

  if (usage === 'loading') return <Skeleton lines={5} />
  if ('message' in usage) {
    return (
      <Banner
        tone="error"
        title={usage.message ?? t('failed')}
        actions={<Button onClick={reload}>{t('retry')}</Button>}
      />
    )
  }
  const { report, costs } = usage
  const clear = () => void onClearSession().then(reload)
  return (
    <div className={styles['panel']}>
      <dl className={styles['tiles']}>
        <Tile name={t('cost.session')}>{money(costs.sessionCost)}</Tile>
        <Tile name={t('cost.day')}>{money(costs.dailyCost)}</Tile>
        <Tile name={t('cost.month')}>{money(costs.monthlyCost)}</Tile>
      </dl>
      <Allowance {...report.today} />
      <Tabs
        label={t('groupBy.label')}
        tabs={GROUPINGS.map((id) => ({ id, label: t(`groupBy.${id}`) }))}
        selected={groupBy}
        onSelect={setGroupBy}
      >
        <Series groupBy={usage.groupBy} items={report.series} until={usage.until} agentLabel={agentLabel} />
      </Tabs>
      <div className={styles['actions']}>
        <Button icon={Download} size="compact" onClick={() => void saveCsv(api, groupBy)}>
          {t('csv')}
        </Button>
        <Button icon={Eraser} size="compact" onClick={clear}>
          {t('session.clear')}
        </Button>
      </div>
      <p className={styles['hint']}>{t('session.hint')}</p>
    </div>
  )
}

function Tile({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['tile']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface AllowanceProps {
  readonly primary: TokenAllowance
  /** the same allowance, in tokens of the smaller model */
  readonly secondary: TokenAllowance
  readonly speech: SpeechAllowance
}

function Allowance({ primary, secondary, speech }: AllowanceProps) {
  const t = useTexts('usage')
  const language = useLanguage()
  const name = t('today.primary')
  if ('isUnlimited' in primary) {
    return (
      <>
        <p>
          {name}: {t('today.unlimited')}
        </p>
        {'totalUsd' in speech && <SpeechLine {...speech} />}
      </>
    )
  }
  const count = new Intl.NumberFormat(language)
  const { total, used, remaining, resetsAt } = primary
  const left = t('meter.left', { left: count.format(remaining), total: count.format(total) })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(resetsAt))
  return (
    <div className={styles['allowance']}>
      <p>
        <strong>{name}</strong> <span className={styles['figure']}>{left}</span>
      </p>
      <ProgressBar
        label={name}
        value={total === 0 ? 1 : Math.min(1, used / total)}
        valueText={left}
        tone={toneOf(used, total)}
      />
      {!('isUnlimited' in secondary) && (
        <p className={styles['hint']}>
          {t('today.secondary', {
            left: count.format(secondary.remaining),
            total: count.format(secondary.total),
          })}
        </p>
      )}
      {'totalUsd' in speech && <SpeechLine {...speech} />}
      <p className={styles['hint']}>
        {joinSentences(t('today.resets', { time }), primary.isDefault && t('today.isDefault'))}
      </p>
    </div>
  )
}

function SpeechLine({
  totalUsd,
  remainingUsd,
}: {
  readonly totalUsd: number
  readonly remainingUsd: number
}) {
  const t = useTexts('usage')
  const money = useMoney()
  return (
    <p className={styles['hint']}>
      {t('today.speech', { left: money(remainingUsd), total: money(totalUsd) })}
    </p>
  )
}

function toneOf(used: number, total: number): 'accent' | 'warning' | 'error' {
  if (used >= total) return 'error'
  return used >= 0.8 * total ? 'warning' : 'accent'
}

interface SeriesProps {
  readonly groupBy: UsageGrouping
  readonly items: readonly UsageItem[]
  readonly until: string
  readonly agentLabel: (agentId: string) => string
}

function Series({ groupBy, items, until, agentLabel }: SeriesProps) {
  const t = useTexts('usage')
  const money = useMoney()
  const count = new Intl.NumberFormat(useLanguage())
  const [wished, setWished] = useState<Measure>()
  // If nothing has a cost, as with local models, tokens are more useful.
  const measure = wished ?? (items.some(({ costUsd }) => costUsd > 0) ? 'costUsd' : 'tokens')
  const format = measure === 'costUsd' ? money : (value: number) => count.format(value)
  const label = t('chart', { measure: t(`measure.${measure}`), by: t(`groupBy.${groupBy}`) })
  const chart = { items, format, label, valueOf: (item: UsageItem) => item[measure] }
  const nameOf = nameIn(groupBy, { agentLabel, t })

  if (items.length === 0) return <EmptyState icon={ChartColumn} level={3} title={t('empty')} />
  return (
    <div className={styles['panel']}>
      <div className={styles['measure']}>
        <Select
          label={t('measure.label')}
          value={measure}
          options={MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
          onChange={(value) => setWished(MEASURES.find((option) => option === value))}
        />
      </div>
      {groupBy === 'day' ? <DayChart {...chart} until={until} /> : <ShareBars {...chart} nameOf={nameOf} />}
      <details>
        <summary>{t('table')}</summary>
        <Table caption={label} isCaptionHidden>
          <thead>
            <tr>
              <th scope="col">{t(`groupBy.${groupBy}`)}</th>
              <th scope="col" data-align="end">
                {t('measure.tokens')}
              </th>
              <th scope="col" data-align="end">
                {t('measure.costUsd')}
              </th>
              <th scope="col" data-align="end">
                {t('measure.requests')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.key}>
                <th scope="row">{nameOf(item.key)}</th>
                <td data-align="end">{count.format(item.tokens)}</td>
                <td data-align="end">
                  {item.isEstimated ? t('about', { figure: money(item.costUsd) }) : money(item.costUsd)}
                </td>
                <td data-align="end">{count.format(item.requests)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  )
}

interface Naming {
  readonly agentLabel: (agentId: string) => string
  readonly t: ReturnType<typeof useTexts<'usage'>>
}

const SERVICES = ['llm', 'stt', 'tts', 'live', 'search'] as const
const isService = (key: string): key is (typeof SERVICES)[number] =>
  (SERVICES as readonly string[]).includes(key)

function nameIn(groupBy: UsageGrouping, { agentLabel, t }: Naming): (key: string) => string {
  switch (groupBy) {
    case 'agent':
      return (key) => (key === '' ? t('noAgent') : agentLabel(key))
    case 'service':
      return (key) => (isService(key) ? t(`service.${key}`) : key)
    case 'day':
    case 'model':
      return (key) => key
  }
}

/** Formats money; amounts below a cent keep their digits. */
function useMoney(): (usd: number) => string {
  const language = useLanguage()
  return (usd) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: usd !== 0 && Math.abs(usd) < 1 ? 4 : 2,
    }).format(usd)
}

async function saveCsv(api: Api, groupBy: UsageGrouping): Promise<void> {
  const response = await api.send<typeof getUsage>('GET', '/usage', { query: { groupBy, format: 'csv' } })
  downloadText(`vee-usage-by-${groupBy}.csv`, await response.text(), 'text/csv')
}

interface ShareBarsProps {
  readonly items: readonly UsageItem[]
  readonly nameOf: (key: string) => string
  readonly valueOf: (item: UsageItem) => number
  readonly format: (value: number) => string
  readonly label: string
}

/** Shows one bar per item, the longest first. */
function ShareBars({ items, nameOf, valueOf, format, label }: ShareBarsProps) {
  const sorted = items.toSorted((a, b) => valueOf(b) - valueOf(a))
  const most = Math.max(...sorted.map(valueOf), 0)
  return (
    <ul className={styles['shares']} aria-label={label}>
      {sorted.map((item) => (
        <li key={item.key} className={styles['share']}>
          <span>{nameOf(item.key)}</span>
          <span className={styles['figure']}>{format(valueOf(item))}</span>
          <svg className={styles['track']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className={styles['rail']} width={100} height={6} />
            <rect
              className={styles['fill']}
              width={most === 0 ? 0 : (valueOf(item) / most) * 100}
              height={6}
            />
          </svg>
        </li>
      ))}
    </ul>
  )
}
