import { DAY_MS } from '@vee/contract/time/durations'
import type { UsageItem } from '@vee/contract/http/costs'
import { useId } from 'react'
import { useLanguage } from '#i18n/index.ts'
import styles from './usage.module.css'

interface DayChartProps {
  readonly items: readonly UsageItem[]
  /** the last displayed day, as 2026-11-21 */
  readonly until: string
  readonly valueOf: (item: UsageItem) => number
  readonly format: (value: number) => string
  /** description of the chart */
  readonly label: string
}

const DAYS = 30
const WIDTH = 600
const HEIGHT = 160
const FOOT = 22
const HEAD = 18
const SLOT = WIDTH / DAYS
const BAR = SLOT * 0.62

/** Returns the position of a day's label: centred, except at the edges, where it is shifted to be visible. */
function tickAt(index: number) {
  if (index < 2) return { x: index * SLOT, textAnchor: 'start' } as const
  if (index === DAYS - 1) return { x: WIDTH, textAnchor: 'end' } as const
  return { x: index * SLOT + SLOT / 2, textAnchor: 'middle' } as const
}

/** Shows thirty days as columns, each with its figure on hover, and always for the highest. */
export function DayChart({ items, until, valueOf, format, label }: DayChartProps) {
  const language = useLanguage()
  const fade = useId()
  const days = lastDays(items, until, DAYS).map(({ day, item }) => ({ day, value: item ? valueOf(item) : 0 }))
  const most = Math.max(...days.map(({ value }) => value))
  const peak = days.findIndex(({ value }) => value === most)
  const nameOf = (day: string) =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(day),
    )
  const heightOf = (value: number) => (most === 0 ? 0 : (value / most) * (HEIGHT - FOOT - HEAD))

  return (
    <div className={styles['frame']}>
      <svg className={styles['chart']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <defs>
          <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={styles['barTop']} />
            <stop offset="1" className={styles['barFoot']} />
          </linearGradient>
        </defs>
        {[0.5, 1].map((fraction) => {
          const y = HEIGHT - FOOT - (HEIGHT - FOOT - HEAD) * fraction
          return <line key={fraction} className={styles['rule']} x1={0} x2={WIDTH} y1={y} y2={y} />
        })}
        <line className={styles['floor']} x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {days.map(({ day, value }, index) => {
          const height = Math.max(heightOf(value), value > 0 ? 2 : 0)
          const x = index * SLOT + (SLOT - BAR) / 2
          return (
            <g key={day} className={styles['column']}>
              <title>{`${nameOf(day)}: ${format(value)}`}</title>
              <rect className={styles['hit']} x={index * SLOT} y={0} width={SLOT} height={HEIGHT - FOOT} />
              <rect
                className={styles['bar']}
                fill={`url(#${fade})`}
                x={x}
                y={HEIGHT - FOOT - height}
                width={BAR}
                height={height}
                rx={Math.min(3, height / 2)}
              />
              {index % 7 === 1 && (
                <text className={styles['tick']} {...tickAt(index)} y={HEIGHT - 6}>
                  {nameOf(day)}
                </text>
              )}
            </g>
          )
        })}
        {most > 0 && (
          <text
            className={styles['peak']}
            x={Math.min(Math.max(peak * SLOT + SLOT / 2, 50), WIDTH - 50)}
            y={HEAD - 6}
            textAnchor="middle"
          >
            {format(most)}
          </text>
        )}
      </svg>
    </div>
  )
}

interface Day {
  /** as 2026-11-21 */
  readonly day: string
  /** undefined if nothing was used */
  readonly item: UsageItem | undefined
}

/** Returns the given number of days up to one of them, oldest first, including days without usage. */
export function lastDays(items: readonly UsageItem[], until: string, count: number): readonly Day[] {
  const byDay = new Map(items.map((item) => [item.key, item]))
  const last = Date.parse(until)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, item: byDay.get(day) }
  })
}
