/**
 * Ports between a voice turn and the conversation. The chat feature implements them; neither imports the
 * other.
 */

/** The text of one turn, typed or transcribed. */
export interface TurnQuestion {
  readonly turnId: string
  readonly text: string
  /** the transcribed utterance; undefined if the text was typed */
  readonly utteranceId: string | undefined
  /**
   * the reply that the user interrupted since the last question, and its played text; it may belong to
   * another conversation
   */
  readonly interruptedReply: { readonly replyId: string; readonly playedText: string } | undefined
}

/** The conversation as seen by the voice session. */
export interface ConversationPort {
  /**
   * Stores the user's message and starts the reply; progress is reported through VoiceSession.progress. Never
   * throws.
   */
  ask(question: TurnQuestion): void
  /** Stops the reply of that turn, without one the running reply; its text so far stays. */
  stop(turnId?: string): void
  /**
   * Stops the reply of that turn and returns its question to the message field; the next message replaces it.
   * If the field is in use, or the question is not the last one, only stops the reply.
   */
  withdraw(turnId: string): void
}

/** The message field as seen by the voice session. */
export interface ComposerPort {
  /** Appends a transcript to the typed text; it stays editable. */
  addTranscript(text: string): void
  /** Called when the transcript is complete: focuses Send, so that Enter sends it. */
  focusSend(): void
  /** Returns whether the field has no text; default: it has none. */
  isEmpty?(): boolean
  /** Focuses the field. */
  focus(): void
  /** Sends the content of the field as Send does, which calls VoiceSession.submit. No-op if it is empty. */
  send(): void
}

/** Progress of a turn's reply, reported by the conversation. Progress of an ended turn is ignored. */
export type ReplyProgress =
  | { readonly type: 'reply-started'; readonly turnId: string; readonly replyId: string }
  /** `text` is the added Markdown */
  | { readonly type: 'reply-text'; readonly turnId: string; readonly text: string }
  /** that many characters at the end of the text so far were none of the reply */
  | { readonly type: 'reply-retracted'; readonly turnId: string; readonly length: number }
  | {
      readonly type: 'reply-ended'
      readonly turnId: string
      readonly outcome: 'complete' | 'stopped' | 'failed'
    }
