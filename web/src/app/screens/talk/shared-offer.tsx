import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Composer } from '#features/chat/index.ts'
import { discardShared, readShared, type Shared } from '#features/system/offline/read-shared.ts'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import styles from './detected-language.module.css'

/** UTF-16 code units of the shared text that are shown. */
const SHOWN_TEXT = 120

/**
 * Offers to add what another app has shared with this one to the message. It is not added by itself, because every website
 * can send a form to the share target.
 */
export function SharedOffer({ composer }: { readonly composer: Composer }) {
  const t = useTexts('pictures')
  const [shared, setShared] = useState<Shared>()
  useEffect(() => {
    readShared().then(setShared, () => undefined)
  }, [])
  if (!shared) return null
  const { files, text } = shared

  function close(): void {
    setShared(undefined)
    void discardShared()
  }
  function add(): void {
    if (text !== '') composer.addTranscript(text)
    composer.attach(files)
    close()
    composer.focus()
  }

  const excerpt = text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text
  return (
    <div className={styles['line']} role="status">
      <Icon of={Share2} size="s" />
      <span>{t('shared.offer')}</span>
      <bdi>{[excerpt, ...files.map(({ name }) => name)].filter(Boolean).join(' · ')}</bdi>
      <Button size="compact" onClick={add}>
        {t('shared.add')}
      </Button>
      <Button size="compact" variant="quiet" onClick={close}>
        {t('shared.discard')}
      </Button>
    </div>
  )
}
