import { useCallback } from 'react'
import type { Chat } from '#features/chat/index.ts'
import { useRuntime } from '../../runtime-context.ts'

/** Downloads a reply as audio; the code is loaded on first use. */
export function useSpeechDownload(chat: Chat): (replyId: string) => void {
  const { api, shell } = useRuntime()
  return useCallback(
    (replyId) => {
      const reply = chat.state.getState().messages.find(({ id }) => id === replyId)
      if (reply?.role !== 'assistant') return
      void import('#features/voice/read-aloud/download-speech.ts').then(({ downloadSpeech }) =>
        downloadSpeech(api, { ...reply, content: reply.text }, shell.notices),
      )
    },
    [api, chat, shell],
  )
}
