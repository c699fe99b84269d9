import type { SpeechOutput } from '../speak/speech-output.ts'
import type { SpokenRange } from '../speak/spoken-range.ts'
import type { TurnQuestion, ReplyProgress } from './ports.ts'
import type { VoiceEffect } from './voice-event.ts'

type Replay = Extract<VoiceEffect, { type: 'replay-speech' }>

/** An echo arrives at most a sentence or two late. */
const RECENT_CHARACTERS = 400

/** Tracks the reply that was last spoken, so that the next question can report how much of it was played. */
export function createSpeechLog(speechOutput: SpeechOutput) {
  let reply: { readonly turnId: string; readonly replyId: string; markdown: string } | undefined
  let interruptedReply: TurnQuestion['interruptedReply']
  /** source of the replay in progress */
  let replayed = ''
  /** sentence that is being spoken or was last */
  let sentence: SpokenRange | undefined
  /** a sentence of the page that was spoken after it */
  let aside = ''

  return {
    note(progress: ReplyProgress): void {
      if (progress.type === 'reply-started') {
        reply = { turnId: progress.turnId, replyId: progress.replyId, markdown: '' }
        replayed = ''
        sentence = undefined
        aside = ''
      }
      if (progress.type === 'reply-text' && reply?.turnId === progress.turnId) reply.markdown += progress.text
      if (progress.type === 'reply-retracted' && reply?.turnId === progress.turnId) {
        reply.markdown = reply.markdown.slice(0, -progress.length)
        sentence = undefined
      }
    },

    /**
     * Returns where a replay starts, before its first audio: playback controls keep their position meanwhile.
     */
    placeOf: ({ replyId, fromOffset }: Replay): SpokenRange => ({
      replyId,
      start: fromOffset,
      end: fromOffset,
    }),

    /** Interrupting the replay of an older reply is not reported to the agent. */
    replay({ markdown, fromOffset, ...turn }: Replay, language: string): void {
      reply = undefined
      replayed = markdown
      sentence = undefined
      speechOutput.replay({ ...turn, language }, markdown, fromOffset)
    },

    spoke(range: SpokenRange): void {
      sentence = range
      aside = ''
    },

    spokeAside(text: string): void {
      aside = text
    },

    /**
     * Returns the source of the sentence that is being spoken or was last, with what was spoken before it: its echo
     * lasts longer than the voice.
     */
    spokenText(): string {
      const text = sentence
        ? (reply?.markdown ?? replayed).slice(Math.max(0, sentence.start - RECENT_CHARACTERS), sentence.end)
        : ''
      return [text, aside].filter((spoken) => spoken !== '').join(' ')
    },

    /** Stops the speech output. Returns where the reply was interrupted; undefined for a replay. */
    stop(): { replyId: string; playedUntil: number } | undefined {
      const { playedUntil } = speechOutput.stop()
      if (!reply) return undefined
      interruptedReply = { replyId: reply.replyId, playedText: reply.markdown.slice(0, playedUntil) }
      return { replyId: reply.replyId, playedUntil }
    },

    /** Called with the next question. Returns the played text of the previous reply if it was interrupted. */
    takeInterruptedReply(): TurnQuestion['interruptedReply'] {
      const taken = interruptedReply
      interruptedReply = undefined
      sentence = undefined
      aside = ''
      return taken
    },
  }
}
