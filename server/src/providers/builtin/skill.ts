import type { Turn } from './turn.ts'

/** One thing that the responder can do. Undefined means that the wish is none of this skill's. */
export interface Skill {
  readonly id: string
  answer(turn: Turn): string | undefined | Promise<string | undefined>
}
