import { textsNow, useTexts } from '#i18n/index.ts'
import type { Notices } from '#features/system/notifications/notices.ts'
import type { OfferNewVersion } from '#features/system/offline/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { VoiceSession } from '#voice/index.ts'
import styles from './offer-new-version.module.css'

/** Offers a new version with a persistent notice; never during a spoken or typed turn, but after it. */
export function offerBetweenTurns(session: VoiceSession, notices: Notices): OfferNewVersion {
  return (activate) =>
    whenIdle(session, () =>
      notices.toast({
        type: 'info',
        title: textsNow('shell')('newVersion.title'),
        message: <NewVersion onTake={activate} />,
        duration: 0,
      }),
    )
}

function whenIdle(session: VoiceSession, act: () => void): void {
  const isIdle = () => ['idle', 'failed'].includes(session.snapshot().state.phase)
  if (isIdle()) {
    act()
    return
  }
  const stop = session.subscribe(() => {
    if (!isIdle()) return
    stop()
    act()
  })
}

function NewVersion({ onTake }: { readonly onTake: () => void }) {
  const t = useTexts('shell')
  return (
    <>
      <p>{t('newVersion.text')}</p>
      <Button className={styles['take']} size="compact" onClick={onTake}>
        {t('newVersion.reload')}
      </Button>
    </>
  )
}
