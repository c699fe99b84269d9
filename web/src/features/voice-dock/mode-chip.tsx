import { Hand } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './voice-dock.module.css'

/** Says how one talks; opens to say how else one can. */
export function ModeChip({ mode }: { readonly mode: 'hold' | 'tap' }) {
  const t = useTexts('voice')
  const helpId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const label = t(mode === 'tap' ? 'dock.modeTap' : 'dock.modeHold')

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    setIsOpen(false)
  }

  return (
    <span className={styles['mode']}>
      <button
        type="button"
        className={styles['chip']}
        aria-label={`${t('dock.howToTalk')}: ${label}`}
        aria-expanded={isOpen}
        aria-controls={helpId}
        onClick={() => setIsOpen(!isOpen)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      >
        <Icon of={Hand} size="s" />
        <span className={styles['wideOnly']}>{label}</span>
      </button>
      <span id={helpId} className={styles['modeHelp']} role="note" hidden={!isOpen}>
        {t('dock.modeHelp')}
      </span>
    </span>
  )
}
