import type { Notice } from '@vee/contract/entities/host'
import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { PLACES, readText, writeText } from '#lib/storage/storage.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import styles from './server-notice.module.css'

/** The host's notice to all users. It can be dismissed, until there is another one. */
export function ServerNotice({ notice: { text, since } }: { readonly notice: Notice }) {
  const t = useTexts('host')
  const [hidden, setHidden] = useState(() => readText(PLACES.hiddenNotice))
  if (hidden === since) return null

  function hide(): void {
    writeText(PLACES.hiddenNotice, since)
    setHidden(since)
  }
  return (
    <div className={styles['notice']} role="status">
      <Icon of={Megaphone} size="s" className={styles['icon']} />
      <p className={styles['text']}>
        <strong>{t('notice.from')}</strong>
        <span>{text}</span>
      </p>
      <IconButton icon={X} label={t('notice.hide')} onClick={hide} />
    </div>
  )
}
