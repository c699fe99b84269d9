import type { UsageItem } from '@vee/contract/http/costs'
import styles from './usage.module.css'

interface ShareBarsProps {
  readonly items: readonly UsageItem[]
  readonly nameOf: (key: string) => string
  readonly valueOf: (item: UsageItem) => number
  readonly format: (value: number) => string
  readonly label: string
}

/** Shows one bar per item, the longest first. */
export function ShareBars({ items, nameOf, valueOf, format, label }: ShareBarsProps) {
  const sorted = items.toSorted((one, other) => valueOf(other) - valueOf(one))
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
