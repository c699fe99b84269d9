import type { Agent } from '@vee/contract/entities/agent'
import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { ComponentType } from 'react'
import type { Api } from './http/index.ts'

/** A message of the conversation as passed to an agent's own screen. */
export interface ViewMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** for replies: Markdown so far */
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly isRunning: boolean
  /** the agent's result, after the reply has ended */
  readonly result?: AgentResult
}

/** The conversation next to an agent's own screen. */
export interface ViewTalk {
  readonly messages: readonly ViewMessage[]
  /** the reply is being generated */
  readonly isRunning: boolean
  /** what is being read aloud: a reply's id, or the name that was passed to `say` */
  readonly saying: string | undefined
  /** Sends the text as if it had been typed. */
  readonly ask: (text: string) => void
  /** Reads Markdown aloud under this name. */
  readonly say: (name: string, markdown: string) => void
  readonly stopSpeech: () => void
  /**
   * Directs dictation to a field of the view instead of the message field. Returns a function that ends it.
   */
  readonly takeDictation: (write: (text: string) => void) => () => void
}

/** A stored record that an agent's own screen should open. */
export interface RequestedRecord {
  readonly id: string
  /** second of a meeting to show */
  readonly second?: number | undefined
  /** the meeting is played from that second */
  readonly plays?: boolean | undefined
  /** number of the request: the same record can be requested again */
  readonly opening: number
}

/** The props of an agent's own screen. */
export interface AgentViewProps {
  readonly api: Api
  /** undefined until the catalogue is loaded */
  readonly agent: Agent | undefined
  readonly talk: ViewTalk
  /** returns the owner of the stored data; the same function as long as the owner does not change */
  readonly owner: () => Promise<string>
  /** the record selected in the list next to the page */
  readonly requestedRecord?: RequestedRecord | undefined
  /**
   * Scales a picture down and encodes it without metadata; rejects for other files. Undefined where pictures cannot be
   * prepared.
   */
  readonly prepareImage?: ((file: File) => Promise<Blob>) | undefined
  /** renders a model's Markdown safely */
  readonly Markdown: ComponentType<{ readonly text: string }>
}

export const replies = (messages: readonly ViewMessage[]): readonly ViewMessage[] =>
  messages.filter(({ role }) => role === 'assistant')
