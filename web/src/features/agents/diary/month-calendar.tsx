import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './diary.module.css'
import { dateOf, localDayOf } from './entry.ts'

/** Returns 1 for Monday to 7 for Sunday. */
function firstDayOfWeek(language: string): number {
  const locale: Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  } = new Intl.Locale(language)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** Returns the days of the month by week; days of other months are empty. */
export function weeksOf(year: number, month: number, firstDay: number): readonly (readonly string[])[] {
  const lead = (new Date(year, month, 1).getDay() - (firstDay % 7) + 7) % 7
  const days = new Date(year, month + 1, 0).getDate()
  const cells = Array.from({ length: Math.ceil((lead + days) / 7) * 7 }, (_, index) => {
    const date = index - lead + 1
    return date < 1 || date > days ? '' : localDayOf(new Date(year, month, date, 12))
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

interface MonthCalendarProps {
  /** number of entries by day */
  readonly counts: ReadonlyMap<string, number>
  /** the day that filters the list, or empty */
  readonly selected: string
  readonly onSelect: (day: string) => void
}

/** Shows one month. Days with entries are toggle buttons. */
export function MonthCalendar({ counts, selected, onSelect }: MonthCalendarProps) {
  const t = useTexts('diary')
  const language = useLanguage()
  const [shown, setShown] = useState(() => {
    const today = new Date()
    return { year: today.getFullYear(), month: today.getMonth() }
  })
  const weeks = weeksOf(shown.year, shown.month, firstDayOfWeek(language))
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow' })
  const longWeekday = new Intl.DateTimeFormat(language, { weekday: 'long' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })

  function move(by: number): void {
    const to = new Date(shown.year, shown.month + by, 1)
    setShown({ year: to.getFullYear(), month: to.getMonth() })
  }

  // A week in which every column has a day, for the headings.
  const head = Array.from(
    { length: 7 },
    (_, index) => new Date(2024, 0, firstDayOfWeek(language) + index, 12),
  )
  return (
    <div className={styles['calendar']}>
      <div className={styles['month']}>
        <IconButton icon={ChevronLeft} label={t('earlier')} size="compact" onClick={() => move(-1)} />
        <output>{month.format(new Date(shown.year, shown.month, 1, 12))}</output>
        <IconButton icon={ChevronRight} label={t('later')} size="compact" onClick={() => move(1)} />
      </div>
      <table className={styles['days']}>
        <thead>
          <tr>
            {head.map((date) => (
              <th key={date.getDay()} scope="col" abbr={longWeekday.format(date)}>
                {weekday.format(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== '')}>
              {week.map((day, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- empty cells have nothing else, and none moves
                <td key={index}>
                  <DayButton
                    day={day}
                    count={counts.get(day) ?? 0}
                    isSelected={day === selected}
                    onSelect={onSelect}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayButtonProps extends Pick<MonthCalendarProps, 'onSelect'> {
  /** empty for a day of another month */
  readonly day: string
  readonly count: number
  readonly isSelected: boolean
}

/** The number of a day; a toggle button if there are entries. */
function DayButton({ day, count, isSelected, onSelect }: DayButtonProps) {
  const t = useTexts('diary')
  const language = useLanguage()
  if (count === 0) return <span>{day === '' ? '' : Number(day.slice(8))}</span>
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'full' })
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={t('dayEntries', { day: long.format(dateOf(day)), count })}
      onClick={() => onSelect(isSelected ? '' : day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}
