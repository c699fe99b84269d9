import { useCallback, useMemo } from 'react'
import type { Chat, SpeechPlayer } from '#features/chat/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import { useRuntime } from '../../runtime-context.ts'

/** Returns the controls of the reply being spoken. */
export function useSpeechPlayer(
  { state, saying }: VoiceSnapshot,
  say: (replyId: string, offset: number) => void,
): SpeechPlayer {
  const { session } = useRuntime()
  const rate = useSettings(({ ttsRate }) => ttsRate)
  const isHeld = state.phase === 'speaking' && state.isHeld
  return useMemo(
    () => ({
      isHeld,
      rate,
      hold: (holds) => session.hold(holds),
      changeRate(ttsRate) {
        changeSettings({ ttsRate })
        // Synthesized audio has the old speed: the sentence is restarted.
        if (saying) say(saying.replyId, saying.start)
      },
    }),
    [isHeld, rate, session, saying, say],
  )
}

/** Downloads a reply as audio; the code is loaded on first use. */
export function useSpeechDownload(chat: Chat): (replyId: string) => void {
  const { api, shell } = useRuntime()
  return useCallback(
    (replyId) => {
      const reply = chat.state.getState().messages.find(({ id }) => id === replyId)
      if (!reply) return
      void import('#features/voice/read-aloud/download-speech.ts').then(({ downloadSpeech }) =>
        downloadSpeech(api, reply.text, shell.notices),
      )
    },
    [api, chat, shell],
  )
}
