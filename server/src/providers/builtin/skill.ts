import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { BuiltinTurn } from './turn.ts'

/** A reply with a result for clients that can display it. */
interface ShownAnswer {
  readonly text: string
  readonly result: AgentResult
}

/** A tool of the server that has to be called first; the skill is then invoked again with its result. */
export interface ToolWish {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export type SkillAnswer = string | ShownAnswer | ToolWish

/** One ability of the responder. It returns undefined if the request is not for this skill. */
export interface Skill {
  readonly id: string
  answer(turn: BuiltinTurn): SkillAnswer | undefined | Promise<SkillAnswer | undefined>
}
