import type { TokenUsage } from '@vee/contract/entities/message'
import type { LiveVoice } from '@vee/contract/http/live-models'
import type { LlmRequest } from '../../llm/llm.ts'

/** Sample rate of the audio that is pushed, in Hz: 16-bit little-endian mono. */
export const LIVE_MODEL_INPUT_RATE = 16_000
/** Sample rate of the audio of replies, in Hz: 16-bit little-endian mono. */
export const LIVE_MODEL_OUTPUT_RATE = 24_000

/** A message before the session; without tool calls. */
export interface LiveModelMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export interface LiveModelRequest {
  /** the prompt of the agent */
  readonly instructions: string
  /** an id of `voices` */
  readonly voice: string
  /** BCP 47: the language to speak and to expect */
  readonly language: string
  /** oldest first */
  readonly history: readonly LiveModelMessage[]
  /** empty if the model has no tools (`usesTools`) */
  readonly tools: LlmRequest['tools']
  /** opaque id of the caller, for the vendor's detection of abuse */
  readonly caller: string
}

/** What a vendor bills, since the last report. */
export type LiveModelUsage =
  | { readonly by: 'seconds'; readonly seconds: number }
  | { readonly by: 'tokens'; readonly tokens: LiveModelTokens }
  /** for the transcript of what the user said, which some vendors bill in addition */
  | { readonly by: 'transcription'; readonly seconds: number }

export interface LiveModelTokens {
  readonly inputText: number
  readonly inputAudio: number
  /** the parts of the two that were cached */
  readonly cachedText: number
  readonly cachedAudio: number
  readonly outputText: number
  readonly outputAudio: number
}

export type LiveModelEvent =
  /** the vendor accepted the session and listens */
  | { readonly type: 'started' }
  | { readonly type: 'voice-started' }
  | { readonly type: 'voice-ended' }
  /**
   * The user's turn `itemId` is complete. A model whose `turns` are `requested` waits for `respond`. Its final words
   * follow, or came before.
   */
  | { readonly type: 'turn-ended'; readonly itemId: string }
  /** `final` was added to the user's words that no longer change; `tail` replaces the words after them */
  | { readonly type: 'user-words'; readonly itemId: string; readonly final: string; readonly tail: string }
  /** no more words of that turn follow; also when the vendor could not transcribe it */
  | { readonly type: 'user-words-ended'; readonly itemId: string }
  | { readonly type: 'audio'; readonly pcm: Uint8Array }
  /** the next words of the reply */
  | { readonly type: 'words'; readonly text: string }
  /** answered by `answerToolCall` */
  | { readonly type: 'tool-call'; readonly callId: string; readonly name: string; readonly arguments: string }
  /** work for the agent behind the model; answered by `addCommentary` */
  | { readonly type: 'delegation'; readonly id: string }
  /** the vendor ended its reply because the user spoke */
  | { readonly type: 'interrupted' }
  /** A response is complete. After tool calls another one follows. */
  | { readonly type: 'response-ended'; readonly reason: 'stop' | 'length' | 'content_filter' | 'stopped' }
  | { readonly type: 'usage'; readonly usage: LiveModelUsage }
  /** the vendor will end the session */
  | { readonly type: 'expiring'; readonly secondsLeft: number }

/** One session at the vendor. No method throws; failures end `events`. */
export interface LiveModelSession {
  /** Iterated once. Throws ProviderFailure if the session fails; ends when it was closed, aborted, or expired. */
  readonly events: AsyncIterable<LiveModelEvent>
  /** @param pcm whole samples at LIVE_MODEL_INPUT_RATE */
  pushAudio(pcm: Uint8Array): void
  /** Adds a typed message of the user, and requests a response to it. */
  say(text: string): void
  /** Requests a response to what was spoken. No-op for models that take turns by themselves. */
  respond(): void
  /** Stops the current response: no more events of it follow, except its end and its usage. */
  cancel(): void
  /** Removes what was not played of the last reply from the model's memory, where the vendor supports that. */
  truncate(playedMs: number): void
  /** Removes a turn of the user from the model's memory, where the vendor supports that. */
  forget(itemId: string): void
  /** The model continues once all calls of a response are answered. */
  answerToolCall(callId: string, result: string): void
  /** Gives the model the next part of the answer to a delegation, which it says. No-op for models without delegations. */
  addCommentary(delegationId: string, text: string): void
  close(): void
}

/** Prices as published, in US dollars. */
export type LiveModelPrice =
  | 'free'
  | { readonly perMinuteUsd: number; readonly isEstimated?: boolean }
  /** per million tokens; and how many a minute of conversation has about, half of it spoken by each side */
  | {
      readonly perMillionUsd: LiveModelTokens
      readonly perMinuteTokens: LiveModelTokens
      readonly transcriptionPerMinuteUsd?: number
      readonly isEstimated?: boolean
    }

/** A model that listens and speaks by itself. */
export interface LiveModel {
  /** unique among all providers: `<provider>:<model>` */
  readonly id: string
  readonly provider: { readonly id: string; readonly name: string }
  /** the vendor's name of the model */
  readonly model: string
  /** `server`: runs on this server's own machine */
  readonly location: 'server' | 'vendor'
  readonly price: LiveModelPrice
  /** the default voice first; not empty */
  readonly voices: readonly LiveVoice[]
  /** longest session of the vendor, in seconds */
  readonly maxSeconds: number
  /** whether the vendor's model calls tools */
  readonly usesTools: boolean
  /**
   * `requested`: the server decides when the model responds, and what interrupts it; `automatic`: the model does
   */
  readonly turns: 'requested' | 'automatic'
  /** Returns at once; audio waits for the connection. `signal` aborts it. */
  open(request: LiveModelRequest, signal: AbortSignal): LiveModelSession
}

/** Returns the tokens in the terms of replies. */
export const tokenUsageOf = (tokens: LiveModelTokens): TokenUsage => {
  const promptTokens = tokens.inputText + tokens.inputAudio
  const completionTokens = tokens.outputText + tokens.outputAudio
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    cachedTokens: tokens.cachedText + tokens.cachedAudio,
  }
}
