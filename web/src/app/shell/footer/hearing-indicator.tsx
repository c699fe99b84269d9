import { useStore } from 'zustand'
import { StateGlyph, useVoice } from '#features/voice/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import { canBeTalkedTo } from '../../chat/agents.ts'
import styles from './footer.module.css'
import { hearingOf, startListening, stopEverything } from './hearing.ts'
import voiceColours from '../voice-colours.module.css'

/** Starts and stops listening from any screen; in other states it only displays them. */
export function HearingIndicator() {
  const t = useTexts('shell')
  const voice = useTexts('voice')
  const { agents, session } = useRuntime()
  const agentId = useActiveAgent()
  const mayListen = useStore(agents, (catalogue) => canBeTalkedTo(catalogue, agentId))
  const { visual } = useVoice(session)
  const state = voice(`state.${visual}`)
  const action = hearingOf(visual, mayListen)
  return (
    <button
      type="button"
      className={classNames(styles['hearing'], voiceColours[visual])}
      aria-disabled={action === undefined}
      aria-label={action ? t(`hearing.${action}`, { state }) : state}
      onClick={() => {
        if (action === 'start') startListening(session)
        else if (action === 'stop') stopEverything(session)
      }}
    >
      <StateGlyph state={visual} />
      <span className={styles['hearingWord']}>{state}</span>
    </button>
  )
}
