import type { Agent } from '@vee/contract/entities/agent'
import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { ComponentType } from 'react'
import type { Api } from './api/index.ts'

/** A message of the talk as an agent's own screen reads it. */
export interface ViewMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** of a reply: Markdown, as far as it is written */
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly isRunning: boolean
  /** what the agent made beside its words, once the reply has ended */
  readonly result?: AgentResult
}

/** The talk beside an agent's own screen. */
export interface ViewTalk {
  readonly messages: readonly ViewMessage[]
  /** a reply is being written */
  readonly isRunning: boolean
  /** what is being read aloud: a reply's id, or the name that `say` was given */
  readonly saying: string | undefined
  /** As if the text had been typed and sent. */
  readonly ask: (text: string) => void
  /** Reads Markdown aloud under this name. */
  readonly say: (name: string, markdown: string) => void
  readonly stopSpeech: () => void
  /**
   * While a view writes something itself, what is dictated goes there and not into the message field. Gives back the
   * way to let go.
   */
  readonly takeDictation: (write: (text: string) => void) => () => void
}

/** Something that an agent's own screen keeps, and that is to be opened in it. */
export interface RequestedRecord {
  readonly id: string
  /** which wish it is: the same record can be asked for again */
  readonly opening: number
}

/** What an agent's own screen is given. */
export interface AgentViewProps {
  readonly api: Api
  /** undefined until the catalogue is there */
  readonly agent: Agent | undefined
  readonly talk: ViewTalk
  /** whose data the browser keeps now; the same function as long as that does not change */
  readonly owner: () => Promise<string>
  /** what was chosen in the list beside the page */
  readonly wanted?: RequestedRecord | undefined
  /** renders a model's Markdown safely */
  readonly Markdown: ComponentType<{ readonly text: string }>
}

export const replies = (messages: readonly ViewMessage[]): readonly ViewMessage[] =>
  messages.filter(({ role }) => role === 'assistant')
