import type { LiveConversationRequest, LiveEndReason } from '@vee/contract/socket/live-model-messages'
import type { AddressableAgent } from '@vee/contract/spoken/addressed-agents'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { LiveModelEvent } from '#providers/speech/live-models/live-model.ts'

export type LiveStart = Extract<LiveConversationRequest, { type: 'live-start' }>
type LiveAgentRequest = Extract<LiveConversationRequest, { type: 'live-agent' }>

/** A turn of the user. */
export interface UserTurn {
  /** the vendor's id of it; '' for a typed one */
  readonly itemId: string
  readonly messageId: string
  /** id of the first reply to it */
  readonly replyId: string
  /** when its first word or its end came */
  readonly startedAt: number
  readonly text: string
  /** the vendor transcribed it, if only with the result that there are no words */
  readonly isTranscribed: boolean
  /** its words were found to be a question, a command, or none of both */
  readonly isDecided: boolean
  /** it ended, and the vendor was asked to respond */
  readonly isAnswered: boolean
  /** too long for a command */
  readonly isLong: boolean
}

/** A reply that the client plays, or will play soon. */
interface Sounding {
  readonly replyId: string
  /** `messageId` of the turn that it answers; undefined if the model spoke by itself */
  readonly answers: string | undefined
  /** its words and its audio wait, because what it answers may be a command */
  readonly isHeld: boolean
  readonly text: string
}

export type LiveReply =
  | { readonly name: 'none' }
  /** the vendor generates it */
  | ({ readonly name: 'generating' } & Sounding)
  /** the vendor generates it; it is neither sent nor stored */
  | { readonly name: 'discarded' }
  /** the vendor is done; the client still plays it */
  | ({ readonly name: 'playing'; readonly finishReason: FinishReason } & Sounding)
  /** interrupted: the client reports what was played; then comes the next question, if there is one */
  | {
      readonly name: 'cut'
      readonly replyId: string
      readonly isComplete: boolean
      readonly next: UserTurn | undefined
    }

/**
 * When the machine acts without another event. start: the vendor has not accepted the session; stall: it does not continue
 * its response; words: it does not transcribe a turn; hold: a held reply is sent; cut: the client does not report what was
 * played; idle: nobody speaks; expiring, end: the conversation has reached its longest time.
 */
export type Deadline = 'start' | 'stall' | 'words' | 'hold' | 'cut' | 'idle' | 'expiring' | 'end'

export interface ConnectedState {
  /** connecting: a vendor's session is opened, the first one or that of another agent */
  readonly phase: 'connecting' | 'open'
  readonly isMuted: boolean
  /** the client knows that the conversation has started */
  readonly isStarted: boolean
  readonly maxSeconds: number
  readonly agentId: string
  /** the agents that a name addresses */
  readonly addressable: readonly AddressableAgent[]
  /** ids of those that took part, the last one first */
  readonly participants: readonly string[]
  /** undefined: the agent that is there answers alone */
  readonly round: Round | undefined
  /** the model decides when it responds */
  readonly isAutomatic: boolean
  readonly reply: LiveReply
  /** id of the newest reply */
  readonly replyId: string | undefined
  /** those that are not decided, oldest first */
  readonly turns: readonly UserTurn[]
  /** the last one that was decided or answered */
  readonly lastTurn: UserTurn | undefined
  /** `itemId` of the turn whose words the deadline `words` awaits */
  readonly awaitedItemId: string | undefined
  /** the last words of the user were a question: only that is delegated */
  readonly isAsked: boolean
  readonly voiceSince: number | undefined
  /** tools that run, and those of them that wait for the user's consent */
  readonly openCalls: readonly string[]
  readonly askedCalls: readonly string[]
  /** tools of delegated questions that wait for the user's consent, whatever the model says meanwhile */
  readonly askedDelegations: readonly string[]
  readonly deadlines: Readonly<Partial<Record<Deadline, number>>>
}

/** A question that several agents answer, in turn: each in a session of its own, when the reply before it was heard. */
interface Round {
  readonly question: string
  /** ids of those that have not begun */
  readonly nextAgents: readonly string[]
  /** the reply before was heard: the next one begins when the user does not speak */
  readonly isDue: boolean
}

/** A conversation with a live model. Times are ms of a monotonic clock. */
export type LiveModelState =
  /** nothing is connected yet: typed messages wait */
  | { readonly phase: 'preparing'; readonly isMuted: boolean; readonly typed: readonly TypedText[] }
  | ConnectedState
  | { readonly phase: 'over' }

interface TypedText {
  readonly messageId: string
  readonly replyId: string
  readonly text: string
}

/** An event of the vendor, with ids for a turn and a reply that it may start. */
type VendorEvent = Exclude<LiveModelEvent, { type: 'usage' }> & {
  readonly messageId: string
  readonly replyId: string
}

export type LiveModelMachineEvent = { readonly at: number } & (
  | VendorEvent
  /** a session at the vendor was requested */
  | {
      readonly type: 'session-opened'
      readonly agentId: string
      readonly addressable: readonly AddressableAgent[]
      readonly participants: readonly string[]
      readonly isAutomatic: boolean
      /** longest conversation, in seconds */
      readonly maxSeconds: number
    }
  | ({ readonly type: 'text-typed' } & TypedText)
  /** by the client */
  | { readonly type: 'reply-interrupted'; readonly replyId: string; readonly playedMs: number }
  | { readonly type: 'mute-changed'; readonly isMuted: boolean }
  | ({ readonly type: 'agent-requested' } & Omit<LiveAgentRequest, 'type' | 'liveId'>)
  /** another agent is prepared, and its session follows */
  | { readonly type: 'agent-changed' }
  /** the agent, the same or another one, answers a question that was asked before the hand-over */
  | { readonly type: 'question-handed-over'; readonly text: string }
  | { readonly type: 'reply-played'; readonly replyId: string }
  /** a tool waits for the user's consent */
  | { readonly type: 'consent-asked'; readonly callId: string; readonly isDelegated: boolean }
  | { readonly type: 'tool-finished'; readonly callId: string; readonly result: string }
  | { readonly type: 'commentary-written'; readonly delegationId: string; readonly text: string }
  | { readonly type: 'due' }
  | ConversationEnded
)

export interface ConversationEnded {
  readonly type: 'conversation-ended'
  readonly endReason: LiveEndReason
  readonly error?: unknown
  /** what the client reports to have played */
  readonly playedMs?: number | undefined
}

/** What the runner does with the current reply: its audio and words to the client, its tools, its end. */
export type ReplyEffect = { readonly reason: string } & (
  | { readonly type: 'start-output'; readonly replyId: string; readonly isHeld: boolean }
  | { readonly type: 'push-audio'; readonly pcm: Uint8Array }
  | { readonly type: 'push-words'; readonly text: string }
  | { readonly type: 'end-part' }
  | { readonly type: 'release-output' }
  /** results in reply-played */
  | { readonly type: 'await-playback'; readonly replyId: string }
  /** the client stops to play it */
  | { readonly type: 'cut-output' }
  /** sends nothing more of it */
  | { readonly type: 'silence-output' }
  /** reports its end, and stores it: all of it, or what was heard of it */
  | {
      readonly type: 'end-output'
      readonly finishReason: FinishReason
      readonly playedMs: number | undefined
      /** the vendor had generated all of it */
      readonly isComplete: boolean
    }
  /** it answered what is no question: the model forgets it; the client too, if it `hasBegun` */
  | { readonly type: 'retract-output'; readonly hasBegun: boolean }
  | {
      readonly type: 'run-tool'
      readonly callId: string
      readonly name: string
      readonly arguments: string
      readonly replyId: string
    }
  | { readonly type: 'cancel-tools' }
)

export type LiveModelEffect = ReplyEffect | ConversationEffect

export type ConversationEffect = { readonly reason: string } & (
  | { readonly type: 'announce-start'; readonly maxSeconds: number }
  | { readonly type: 'announce-expiry'; readonly secondsLeft: number }
  | { readonly type: 'show-voice'; readonly isSpeaking: boolean }
  | { readonly type: 'show-words'; readonly messageId: string; readonly text: string; readonly tail: string }
  | {
      readonly type: 'announce-use'
      readonly messageId: string
      readonly text: string
      readonly use: 'question' | 'command' | 'ignored'
    }
  | { readonly type: 'store-question'; readonly turn: UserTurn; readonly agentId: string }
  | { readonly type: 'push-silence' }
  // to the vendor
  | { readonly type: 'request-response' }
  | { readonly type: 'cancel-response' }
  | { readonly type: 'say-text'; readonly text: string }
  | { readonly type: 'forget-turn'; readonly itemId: string }
  | { readonly type: 'answer-tool-call'; readonly callId: string; readonly result: string }
  | { readonly type: 'add-commentary'; readonly delegationId: string; readonly text: string }
  | { readonly type: 'close-session' }
  // the agent
  | { readonly type: 'start-delegation'; readonly delegationId: string }
  | { readonly type: 'cancel-delegations' }
  | ({
      readonly type: 'prepare-agent'
      readonly question?: string
      /** another agent has answered it before */
      readonly isNextInRound?: boolean
    } & Omit<LiveAgentRequest, 'type' | 'liveId'>)
  /** the vendor did not do that in time */
  | { readonly type: 'fail'; readonly step: string }
  | ({ readonly type: 'close' } & Omit<ConversationEnded, 'type' | 'playedMs'>)
)
