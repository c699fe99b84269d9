import { Wrench, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { readSetUpRole } from './may-set-up.ts'
import styles from './setup.module.css'

interface SetUpNoticeProps {
  readonly api: Api
  readonly onOpen: () => void
  /** for administrators, to the form that connects a model */
  readonly connectLink: ReactNode
}

/** Offers setup to those who can do it while no model is connected. It can be hidden, and stays hidden in this browser. */
export function SetUpNotice({ api, onOpen, connectLink }: SetUpNoticeProps) {
  const t = useTexts('host')
  const shell = useTexts('shell')
  const [isHidden, setHidden] = useState(() => readText(STORAGE_KEYS.hiddenSetUpNotice) !== undefined)
  const { answer } = useAnswer('set-up-role', (signal) => readSetUpRole(api, signal))
  if (isHidden || answer.status !== 'ready' || answer.value === undefined) return null

  function hide(): void {
    writeText(STORAGE_KEYS.hiddenSetUpNotice, 'true')
    setHidden(true)
  }
  return (
    <section className={styles['notice']} aria-label={shell('setUp')}>
      <p>{t('setUp.notice')}</p>
      {answer.value === 'host' ? (
        connectLink
      ) : (
        <Button size="compact" icon={Wrench} onClick={onOpen}>
          {shell('setUp')}
        </Button>
      )}
      <IconButton icon={X} label={t('setUp.hide')} onClick={hide} />
    </section>
  )
}
