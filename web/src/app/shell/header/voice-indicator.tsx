import { useStore } from 'zustand'
import { StateGlyph, useVoice } from '#features/voice/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import styles from './header.module.css'
import voiceColours from '../voice-colours.module.css'

/** Shows the state of the voice on every screen. The dock announces it to assistive technology. */
export function VoiceIndicator() {
  const t = useTexts('voice')
  const { session, talkWith } = useRuntime()
  const { chat } = talkWith(useActiveAgent())
  const isReconnecting = useStore(chat.state, ({ running }) => running?.connection === 'lost')
  const now = useVoice(session).visual
  const visual = isReconnecting && (now === 'thinking' || now === 'responding') ? 'connecting' : now
  const label = t(`state.${visual}`)
  return (
    <span className={classNames(styles['indicator'], voiceColours[visual])} role="img" aria-label={label}>
      <StateGlyph state={visual} />
      <span className={styles['indicatorWord']} aria-hidden="true">
        {label}
      </span>
    </span>
  )
}
