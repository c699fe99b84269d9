/** What a voice turn and the conversation say to each other. The chat feature implements the ports; neither knows the other. */

/** The text of one turn, typed or heard. */
export interface Question {
  readonly turnId: string
  readonly text: string
  /** the utterance it was heard from; undefined when it was typed */
  readonly utteranceId: string | undefined
  /** a reply that the user cut off since the last question, and what was heard of it; it may be of another conversation */
  readonly cutOff: { readonly replyId: string; readonly heard: string } | undefined
}

/** The conversation, as the voice sees it. */
export interface ConversationPort {
  /** Keeps the user's message and starts the reply; reports through VoiceSession.progress. Never throws. */
  ask(question: Question): void
  /** Stops the reply of that turn; what was said so far stays. */
  stop(turnId: string): void
}

/** The message field, as the voice sees it. */
export interface ComposerPort {
  /** Adds what was heard to what is typed; it stays editable. */
  addTranscript(text: string): void
  /** The transcript is complete: focus Send, so that Enter sends it. */
  offerToSend(): void
  /** Focus the field, to type. */
  focus(): void
  /** Sends what is in the field, as if Send were pressed: it comes back through VoiceSession.submit. Harmless when empty. */
  send(): void
}

/** What the conversation tells the voice of a turn's reply. Progress of a turn that is over is ignored. */
export type ReplyProgress =
  | { readonly type: 'reply-started'; readonly turnId: string; readonly replyId: string }
  /** `text` is the Markdown that was added */
  | { readonly type: 'reply-text'; readonly turnId: string; readonly text: string }
  | {
      readonly type: 'reply-ended'
      readonly turnId: string
      readonly outcome: 'complete' | 'stopped' | 'failed'
    }
