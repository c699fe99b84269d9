import { reply, type Reply } from '../contract/src/stream/reply-event.ts'
import type { EvalCase } from './graders.ts'

/** The server under evaluation. */
export interface Asked {
  /** without a slash at its end */
  readonly url: string
  /** of a login; visitors have few replies a day */
  readonly token: string | undefined
}

export type Outcome = { readonly test: EvalCase } & (
  | { readonly kind: 'passed'; readonly answer: Reply }
  | { readonly kind: 'failed'; readonly answer: Reply; readonly problem: string }
  /** no response: this is no result about the model */
  | { readonly kind: 'unanswered'; readonly problem: string }
)

async function ask({ url, token }: Asked, { agent, ask: words, more }: EvalCase): Promise<Reply> {
  const messages = typeof words === 'string' ? [{ role: 'user', content: words }] : words
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ agentId: agent, messages, ...more }),
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`)
  return reply.parse(await response.json())
}

async function outcomeOf(server: Asked, test: EvalCase): Promise<Outcome> {
  let answer: Reply
  try {
    answer = await ask(server, test)
  } catch (error) {
    return { test, kind: 'unanswered', problem: error instanceof Error ? error.message : String(error) }
  }
  const problem = test.grade(answer)
  return problem === undefined ? { test, kind: 'passed', answer } : { test, kind: 'failed', answer, problem }
}

/** Runs the cases sequentially, to stay below vendors' rate limits. */
export async function* runCases(server: Asked, cases: readonly EvalCase[]): AsyncGenerator<Outcome, void> {
  for (const test of cases) yield await outcomeOf(server, test)
}

const WORDS = { passed: 'pass', failed: 'FAIL', unanswered: 'none' } as const

/** Returns one line about a case, for the progress output. */
export function lineOf(outcome: Outcome): string {
  const { test, kind } = outcome
  const line = `${WORDS[kind]}  ${test.agent}: ${test.name}`
  return outcome.kind === 'passed' ? line : `${line}: ${outcome.problem}`
}

const NAME_WIDTH = 20

/** Returns how many cases passed, per agent and in total, with costs and models. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const row = (name: string, of: readonly Outcome[]) => {
    const passed = of.filter(({ kind }) => kind === 'passed').length
    const unanswered = of.filter(({ kind }) => kind === 'unanswered').length
    return `${name.padEnd(NAME_WIDTH)} ${passed} of ${of.length}${unanswered === 0 ? '' : `, ${unanswered} not answered`}`
  }
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'unanswered' ? [] : [outcome.answer]))
  const costUsd = answers.reduce((sum, answer) => sum + answer.costUsd, 0)
  const models = new Set(answers.map(({ provider, model }) => `${provider}/${model}`))
  const byAgent = Map.groupBy(outcomes, ({ test }) => test.agent)
  return [
    ...Array.from(byAgent, ([agent, of]) => row(agent, of)),
    `${row('together', outcomes)}, for ${costUsd.toFixed(4)} $`,
    `answered by ${[...models].join(', ') || 'nobody'}`,
  ].join('\n')
}
