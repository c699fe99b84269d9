import type { Speaker } from '../speak/speaker.ts'
import type { SpokenRange } from '../speak/spoken-range.ts'
import type { Question, ReplyProgress } from './ports.ts'
import type { VoiceEffect } from './voice-event.ts'

type Replay = Extract<VoiceEffect, { type: 'replay-speech' }>

/** What is known of the reply that was last said, so that an interruption can tell what was heard of it. */
export function createSpeechLog(speaker: Speaker) {
  let reply: { readonly turnId: string; readonly replyId: string; markdown: string } | undefined
  let cutOff: Question['cutOff']

  return {
    note(progress: ReplyProgress): void {
      if (progress.type === 'reply-started') {
        reply = { turnId: progress.turnId, replyId: progress.replyId, markdown: '' }
      }
      if (progress.type === 'reply-text' && reply?.turnId === progress.turnId) reply.markdown += progress.text
    },

    /** Where a replay begins, known before its first sound: what works the voice stays where it is meanwhile. */
    placeOf: ({ replyId, fromOffset }: Replay): SpokenRange => ({
      replyId,
      start: fromOffset,
      end: fromOffset,
    }),

    /** A voice that says an older reply again interrupts nothing that the agent should know of. */
    replay({ markdown, fromOffset, ...turn }: Replay, language: string): void {
      reply = undefined
      speaker.replay({ ...turn, language }, markdown, fromOffset)
    },

    /** Silences the speaker; gives where the reply was cut off, unless a replay was. */
    stop(): { replyId: string; heardUntil: number } | undefined {
      const { heardUntil } = speaker.stop()
      if (!reply) return undefined
      cutOff = { replyId: reply.replyId, heard: reply.markdown.slice(0, heardUntil) }
      return { replyId: reply.replyId, heardUntil }
    },

    /** What was heard of the reply before, when it was cut off since the last question. */
    takeInterruption(): Question['cutOff'] {
      const taken = cutOff
      cutOff = undefined
      return taken
    },
  }
}
