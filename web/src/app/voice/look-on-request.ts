import type { LookSource } from '@vee/contract/spoken/look'
import type { Composer } from '#features/chat/index.ts'
import { lookAt } from '#features/chat/look/look-at.ts'
import { useSettings } from '#lib/settings/index.ts'
import { sendsByItself } from './transport.ts'

/** Takes a picture for a spoken message, which is sent as the user's other spoken messages are. */
export function lookOnRequest(composer: Composer, source: LookSource, text: string): Promise<void> {
  const isVoiceActivation = useSettings.getState().audioInputMode === 'voice-activation'
  return lookAt({ composer, source, text, sendsByItself: isVoiceActivation || sendsByItself() })
}
