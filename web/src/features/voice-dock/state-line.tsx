import { Volume2 } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { hintKeyOf } from './hint-key.ts'
import { ModeChip } from './mode-chip.tsx'
import { StateGlyph } from './state-glyph.tsx'
import styles from './voice-dock.module.css'

interface StateLineProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
}

/** What Vee is doing, in a shape, a word and a line. The words are a live region: nobody needs to see the rest. */
export function StateLine({ session, snapshot }: StateLineProps) {
  const t = useTexts('voice')
  const { state, visual } = snapshot
  const isSoundBlocked = 'voice' in state && state.voice === 'blocked'
  const isTapped = state.phase === 'capturing' && state.gesture.mode === 'tap'
  return (
    <div className={styles['stateLine']}>
      <output className={styles['status']}>
        <span className={classNames(styles['state'], styles[visual])}>
          <StateGlyph state={visual} />
          {t(`state.${visual}`)}
        </span>
        <span className={styles['hint']}>{t(hintKeyOf(snapshot))}</span>
      </output>
      {isSoundBlocked ? (
        <Button variant="primary" size="compact" icon={Volume2} onClick={() => session.unlock()}>
          {t('dock.tapToHear')}
        </Button>
      ) : (
        <ModeChip mode={isTapped ? 'tap' : 'hold'} />
      )}
    </div>
  )
}
