import { useTexts } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { VoiceSession } from '#voice/index.ts'
import styles from './talk-choice.module.css'

interface TalkChoiceProps {
  readonly session: Pick<VoiceSession, 'submit' | 'press' | 'release'>
}

/**
 * Asks once, while a tapped recording runs, whether a pause sends what is said or the user checks the text first. The
 * recording continues meanwhile.
 */
export function TalkChoice({ session }: TalkChoiceProps) {
  const t = useTexts('speech')

  function talk(): void {
    const { continuous } = useSettings.getState()
    changeSettings({
      audioInputMode: 'continuous',
      continuous: { ...continuous, autoSend: true },
      hasChosenHowToTalk: true,
    })
    // What has been recorded is sent; then the microphone listens by itself.
    session.submit('')
    session.press()
    session.release()
  }

  return (
    <div className={styles['choice']} role="group" aria-label={t('talkChoice.question')}>
      <span className={styles['question']} aria-hidden="true">
        {t('talkChoice.question')}
      </span>
      <Button size="compact" variant="primary" className={styles['button'] ?? ''} onClick={talk}>
        {t('talkChoice.talk')}
      </Button>
      <Button
        size="compact"
        className={styles['button'] ?? ''}
        onClick={() => changeSettings({ hasChosenHowToTalk: true })}
      >
        {t('talkChoice.check')}
      </Button>
    </div>
  )
}
