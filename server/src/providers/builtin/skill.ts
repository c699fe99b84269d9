import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { Turn } from './turn.ts'

/** An answer with what it puts on the screen of whoever shows that. */
interface ShownAnswer {
  readonly text: string
  readonly result: AgentResult
}

/** A tool of the server that is needed first; the skill is asked again when it has answered. */
export interface ToolWish {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export type Answer = string | ShownAnswer | ToolWish

/** One thing that the responder can do. Undefined means that the wish is none of this skill's. */
export interface Skill {
  readonly id: string
  answer(turn: Turn): Answer | undefined | Promise<Answer | undefined>
}
