import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '#i18n/index.ts'
import { THEMES, type ThemeController } from '#themes/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import styles from './theme-grid.module.css'
import { useTheme } from './use-theme.ts'

export interface ThemeGridProps {
  readonly themes: ThemeController
  readonly onFailure: () => void
}

/** The six themes, each as a small preview in its own colours. */
export function ThemeGrid({ themes, onFailure }: ThemeGridProps) {
  const t = useTexts('shell')
  const current = useTheme(themes)
  const group = useId()
  return (
    <fieldset className={styles['grid']}>
      <legend className={styles['legend']}>{t('theme')}</legend>
      {Object.values(THEMES).map(({ id, name }) => (
        <label key={id} className={styles['card']}>
          <input
            type="radio"
            className={styles['radio']}
            name={group}
            checked={current.id === id}
            onChange={() => {
              try {
                themes.choose(id)
              } catch {
                onFailure()
              }
            }}
          />
          <svg
            className={styles['picture']}
            data-theme={id}
            viewBox="0 0 120 56"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width="120" height="56" className={styles['ground']} />
            <path d="M0 32h28c16 0 16-18 32-18s16 18 32 18h28" className={styles['strand']} />
            <path d="M0 32h32c12 0 14-9 28-9s16 9 28 9h32" className={styles['film']} />
            <path d="M44 40h32M50 46h20" className={styles['glint']} />
          </svg>
          <span className={styles['name']}>
            {name}
            {current.id === id && <Icon of={Check} size="s" />}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
