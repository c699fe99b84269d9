import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { activeAgentStore } from '#lib/active-agent.ts'
import type { VoiceSnapshot } from '#voice/index.ts'

/** Returns the name of a state; where several assistants take part, that of speaking names the one that is heard. */
export function useStateLabel(visual: VoiceSnapshot['visual'] | 'connecting' | 'recording'): string {
  const t = useTexts('voice')
  const agent = useStore(activeAgentStore, ({ soundingAgent }) => soundingAgent?.label)
  return visual === 'speaking' && agent !== undefined ? t('speakingAs', { agent }) : t(`state.${visual}`)
}
