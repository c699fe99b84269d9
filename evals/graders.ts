import { runInNewContext } from 'node:vm'
import type { AgentId } from '../contract/src/entities/agent-ids.ts'
import type { ChatRequest } from '../contract/src/http/chat.ts'
import type { Reply } from '../contract/src/stream/reply-event.ts'

/** Returns undefined for a correct reply, otherwise the error. */
export type Grade = (reply: Reply) => string | undefined

export interface EvalCase {
  readonly agent: AgentId
  readonly name: string
  /** the question, or the conversation up to it */
  readonly ask: string | ChatRequest['messages']
  readonly more?: Partial<ChatRequest>
  readonly grade: Grade
}

export const all =
  (...grades: readonly Grade[]): Grade =>
  (reply) =>
    grades.map((grade) => grade(reply)).find((problem) => problem !== undefined)
export const says =
  (pattern: RegExp, what: string): Grade =>
  ({ content }) =>
    pattern.test(content) ? undefined : `does not say ${what}`
export const avoids =
  (pattern: RegExp, what: string): Grade =>
  ({ content }) =>
    pattern.test(content) ? `says ${what}` : undefined
export const isShort =
  (sentences: number): Grade =>
  ({ content }) => {
    const found = content.split(/[.!?。！？]+(?=\s|$)/).filter((part) => part.trim() !== '').length
    return found > sentences ? `has ${found} sentences, not ${sentences} at most` : undefined
  }
export const used =
  (tool: string): Grade =>
  ({ toolRuns = [] }) =>
    toolRuns.some(({ name, outcome }) => name === tool && outcome === 'done')
      ? undefined
      : `did not use ${tool}`
export const shows =
  (
    kind: NonNullable<Reply['result']>['kind'],
    check: (reply: Reply) => string | undefined = () => undefined,
  ): Grade =>
  (reply) =>
    reply.result?.kind === kind
      ? check(reply)
      : `shows ${reply.result?.kind ?? 'nothing'} in place of ${kind}`

export const blocks = ({ content }: Reply, language: RegExp) =>
  [...content.matchAll(/```(\w*)\n([\s\S]*?)```/g)]
    .filter(([, name = '']) => language.test(name))
    .map(([, , code = '']) => code)

/**
 * Runs the JavaScript of a reply followed by a test, in an empty context with a time limit of half a second.
 */
export function passes(test: string): Grade {
  return (reply) => {
    const code = blocks(reply, /^(js|javascript)$/)
      .join('\n')
      .replaceAll(/^export (default )?/gm, '')
    if (code === '') return 'has no JavaScript'
    try {
      return runInNewContext(`${code}\n;(${test})`, {}, { timeout: 500 }) === true
        ? undefined
        : 'is wrong code'
    } catch (error) {
      return `its code fails: ${error instanceof Error ? error.message : 'unknown'}`
    }
  }
}

/** Returns a grade for the number of words. */
export const hasWords =
  (least: number, most: number): Grade =>
  ({ content }) => {
    const count = content.split(/\s+/).filter(Boolean).length
    return count >= least && count <= most ? undefined : `has ${count} words, not ${least} to ${most}`
  }

/** Returns a grade for a reply with a block of code in a language. */
export const hasCode =
  (language: RegExp, what: string): Grade =>
  (reply) =>
    blocks(reply, language).length > 0 ? undefined : `has no ${what}`

/** A reply that ends with a question. */
export const asks: Grade = ({ content }) =>
  /[?？]["”’)\s*_]*$/.test(content.trim()) ? undefined : 'asks nothing'
