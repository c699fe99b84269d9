import type { Notice } from '@vee/contract/entities/host'
import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import styles from './server-notice.module.css'

interface ServerNoticeProps {
  readonly notice: Notice
  /** at most two lines of small text; a press shows the rest */
  readonly isLine: boolean
}

/** The host's notice to all users. It can be dismissed, until there is another one. */
export function ServerNotice({ notice: { text, since }, isLine }: ServerNoticeProps) {
  const t = useTexts('host')
  const [isWhole, setWhole] = useState(false)
  const [hidden, setHidden] = useState(() => readText(STORAGE_KEYS.hiddenNotice))
  if (hidden === since) return null

  function hide(): void {
    writeText(STORAGE_KEYS.hiddenNotice, since)
    setHidden(since)
  }
  const words = (
    <>
      <strong>{t('notice.from')}</strong> <span>{text}</span>
    </>
  )
  return (
    <div className={classNames(styles['notice'], isLine && styles['line'])} role="status">
      <Icon of={Megaphone} size="s" className={styles['icon']} />
      {isLine ? (
        <button
          type="button"
          className={styles['short']}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {words}
        </button>
      ) : (
        <p className={styles['text']}>{words}</p>
      )}
      <IconButton icon={X} label={t('notice.hide')} onClick={hide} />
    </div>
  )
}
