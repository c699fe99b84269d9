import { useCallback, useMemo } from 'react'
import type { Chat, SpeechPlayer } from '#features/chat/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import { useRuntime } from '../runtime-context.ts'

/** Works the voice of the reply that is being said. */
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
        // What is made already has the old speed: the sentence begins anew.
        if (saying) say(saying.replyId, saying.start)
      },
    }),
    [isHeld, rate, session, saying, say],
  )
}

/** Hands a reply to the user as sound; the code for it comes with the first wish. */
export function useSpeechDownload(chat: Chat): (replyId: string) => void {
  const { api, shell } = useRuntime()
  return useCallback(
    (replyId) => {
      const reply = chat.state.getState().messages.find(({ id }) => id === replyId)
      if (!reply) return
      void import('./download-speech.ts').then(({ downloadSpeech }) =>
        downloadSpeech(api, reply.text, shell.notices),
      )
    },
    [api, chat, shell],
  )
}
