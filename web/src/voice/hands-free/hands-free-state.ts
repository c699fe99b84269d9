import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { HandsFreeMode, Listening } from '../session/listening.ts'

/** What is known of the turn that is being said. */
export interface Turn {
  /** the words that were heard of it */
  readonly text: string
  /** segments that are still being transcribed */
  readonly unheard: readonly string[]
  /** it began with a wake word, which is no word of it */
  readonly isCalled?: true
  /** it came after a bare wake word, whose window is open until then */
  readonly windowEnds?: number
}

export const NO_TURN: Turn = { text: '', unheard: [] }
export const CALLED: Turn = { ...NO_TURN, isCalled: true }

/**
 * A sound that is kept until it is known what it is: `asked` while its words are being found out. `since` is its onset,
 * `quietSince` when it ended.
 */
export interface Probe {
  readonly id: string
  readonly since: number
  readonly quietSince: number | undefined
  readonly isAsked: boolean
}

/** How far somebody has come with interrupting the voice. */
export type Interruption =
  | { readonly stage: 'none' }
  /** voice activation: somebody speaks, perhaps to somebody else */
  | { readonly stage: 'overheard'; readonly probe: Probe }
  /** a sound: the voice is softer */
  | { readonly stage: 'ducked'; readonly probe: Probe }
  /** it lasts: the voice is silent and keeps its place */
  | { readonly stage: 'held'; readonly probe: Probe }

/**
 * Hands-free listening. The microphone is open in every phase but `off`, and `opening`, where it may be. Times are ms of
 * the session's clock.
 */
export type HandsFreeState =
  | { readonly phase: 'off' }
  | { readonly phase: 'opening'; readonly mode: HandsFreeMode; readonly since: number }
  /** voice activation: what is said means nothing before a wake word */
  | { readonly phase: 'wake-word'; readonly since: number; readonly probe: Probe | undefined }
  /** Speech is awaited. After a bare wake word that is asked for once more at `beginBy`, and given up at `windowEnds`. */
  | {
      readonly phase: 'ready'
      readonly mode: HandsFreeMode
      readonly since: number
      readonly beginBy: number | undefined
      readonly windowEnds: number | undefined
    }
  | {
      readonly phase: 'talking'
      readonly mode: HandsFreeMode
      readonly utteranceId: string
      readonly segmentSince: number
      readonly turn: Turn
    }
  /** silence within a turn; `utteranceId` is the segment that is not cut off yet */
  | {
      readonly phase: 'pausing'
      readonly mode: HandsFreeMode
      readonly utteranceId: string | undefined
      readonly quietSince: number
      readonly turn: Turn
    }
  /** the turn is over and on its way; speech takes it up again */
  | {
      readonly phase: 'sending'
      readonly mode: HandsFreeMode
      readonly since: number
      readonly turn: Turn
    }
  | {
      readonly phase: 'replying'
      readonly mode: HandsFreeMode
      /** when the voice began to sound; undefined while it is silent */
      readonly voiceSince: number | undefined
      readonly interruption: Interruption
    }

/** What the words of a probe turned out to be. */
export type Meaning =
  /** nothing, or words that were seen to: a command to the page */
  | { readonly kind: 'nothing' }
  /** there is no engine that could find them out */
  | { readonly kind: 'deaf' }
  /** mm, ok, yes: a sign of listening */
  | { readonly kind: 'backchannel' }
  /** stop, wait, no */
  | { readonly kind: 'stop' }
  /** `rest` is what follows the wake word */
  | { readonly kind: 'wake'; readonly word: string; readonly rest: string }
  | { readonly kind: 'words'; readonly text: string }

/** What a turn of the voice machine means for listening. */
export type Activity = 'free' | 'hearing' | 'replying' | 'speaking'

export type HandsFreeEvent =
  | { readonly type: 'started'; readonly mode: HandsFreeMode; readonly at: number }
  | { readonly type: 'stopped' }
  /** what is being said is not wanted: the session has let go of it, and listening goes on */
  | { readonly type: 'cancelled'; readonly at: number }
  | { readonly type: 'opened'; readonly at: number }
  | { readonly type: 'failed'; readonly reason: MicrophoneFailure }
  /** `at` is the onset; `id` is for the segment or probe that this may begin */
  | { readonly type: 'speech-started'; readonly at: number; readonly id: string }
  | { readonly type: 'speech-ended'; readonly at: number }
  | { readonly type: 'misfired'; readonly at: number }
  /** what `dueAt` announced; `id` is for a segment that goes on where one is too long */
  | { readonly type: 'due'; readonly at: number; readonly id: string }
  | {
      readonly type: 'segment-heard'
      readonly utteranceId: string
      readonly text: string
      readonly at: number
    }
  | { readonly type: 'probe-heard'; readonly id: string; readonly meaning: Meaning; readonly at: number }
  /** the browser's own recognition heard a wake word in what is being said */
  | { readonly type: 'wake-heard'; readonly word: string; readonly at: number }
  | { readonly type: 'activity-changed'; readonly activity: Activity; readonly at: number }

export type HandsFreeEffect =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'begin-segment'; readonly id: string }
  | { readonly type: 'end-segment'; readonly id: string }
  | { readonly type: 'drop-segment'; readonly id: string }
  | { readonly type: 'finish-turn'; readonly sends: boolean }
  /** keep the sound that is beginning, apart from any turn */
  | { readonly type: 'begin-probe'; readonly id: string }
  /** find out what it says: answered by probe-heard */
  | { readonly type: 'ask-probe'; readonly id: string }
  | { readonly type: 'drop-probe'; readonly id: string }
  /** the probe was speech to Vee: it becomes a segment, with these words when they are known */
  | { readonly type: 'adopt-probe'; readonly id: string; readonly words: string | undefined }
  | { readonly type: 'duck'; readonly isDucked: boolean }
  | { readonly type: 'hold'; readonly isHeld: boolean }
  | { readonly type: 'interrupt' }
  /** this wake word was heard: what follows is for whom it calls */
  | { readonly type: 'call'; readonly word: string }
  /** tell that a wake word was heard, or that what it opened is still open */
  | { readonly type: 'chime' }
  /** why it listens no more: nobody has said anything for very long, or nothing can hear what is said */
  | { readonly type: 'tell'; readonly notice: 'listening-idle' | 'hearing-unavailable' }
  | { readonly type: 'fail'; readonly reason: MicrophoneFailure }

/** What is to be seen of it. */
export function listeningOf(state: HandsFreeState, duplex: 'half' | 'full'): Listening {
  switch (state.phase) {
    case 'off':
      return { kind: 'off' }
    case 'wake-word':
      return { kind: 'wake-word', mode: 'voice-activation' }
    case 'ready':
      return { kind: state.windowEnds === undefined ? 'ready' : 'command', mode: state.mode }
    case 'replying':
      return { kind: 'replying', mode: state.mode, duplex }
    case 'sending':
      return { kind: 'pausing', mode: state.mode }
    case 'opening':
    case 'talking':
    case 'pausing':
      return { kind: state.phase, mode: state.mode }
  }
}
