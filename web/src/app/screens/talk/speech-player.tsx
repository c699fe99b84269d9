import { useStore } from 'zustand'
import type { Chat } from '#features/chat/index.ts'
import { ReplyPlayer } from '#features/chat/conversation/reply-player.tsx'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import { useRuntime } from '../../runtime-context.ts'

interface SpeechPlayerOfProps {
  readonly chat: Chat
  readonly spoken: NonNullable<VoiceSnapshot['saying']>
  readonly state: VoiceSnapshot['state']
  /** speaks a reply from this offset of its text on */
  readonly onSay: (replyId: string, offset: number) => void
}

/** The controls of what is spoken now, for the dock. */
export function SpeechPlayerOf({ chat, spoken, state, onSay }: SpeechPlayerOfProps) {
  const { session } = useRuntime()
  const { replyId } = spoken
  const rate = useSettings(({ ttsRate }) => ttsRate)
  const stored = useStore(chat.state, ({ messages }) => messages.find(({ id }) => id === replyId)?.text)
  const written = useStore(chat.state, ({ running }) =>
    running?.replyId === replyId ? running.text : undefined,
  )
  return (
    <ReplyPlayer
      text={written ?? stored}
      spoken={spoken}
      isGrowing={written !== undefined}
      onSay={(offset) => onSay(replyId, offset)}
      player={{
        isPaused: state.phase === 'speaking' && state.isPaused,
        rate,
        setPaused: (isPaused) => session.setPaused(isPaused),
        changeRate(ttsRate) {
          changeSettings({ ttsRate })
          // Synthesized audio has the old speed: the sentence is restarted.
          onSay(replyId, spoken.start)
        },
      }}
    />
  )
}
