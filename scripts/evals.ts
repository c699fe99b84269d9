// `npm run evals`: asks every agent a few things of the models that the environment (or .env) configures, and lets code
// judge the replies. `npm run evals -- v_agent` asks one agent; `-- --url https://…` asks a server that runs already,
// signed in by EVALS_TOKEN; `-- --built-in` asks the built-in responder alone. It costs what the replies cost.
// docs/evals.md says what the numbers mean.
import { parseArgs } from 'node:util'
import { reply, type Reply } from '../contract/src/stream/reply-event.ts'
import { CASES, type EvalCase } from '../evals/cases.ts'
import { startServer } from '../evals/start-server.ts'

const { values, positionals } = parseArgs({
  options: { url: { type: 'string' }, 'built-in': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const chosen = CASES.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent))
if (chosen.length === 0) throw new Error(`there is no case for ${positionals.join(', ')}`)

const server = values.url === undefined ? await startServer({ isBuiltInOnly: values['built-in'] }) : undefined
const url = values.url ?? server?.url ?? ''
const token = server ? await server.signIn() : process.env['EVALS_TOKEN']

async function ask({ agent, ask: words, more }: EvalCase): Promise<Reply> {
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

const passed = new Map<string, { right: number; all: number }>()
const models = new Set<string>()
let costUsd = 0
try {
  for (const test of chosen) {
    const tally = passed.get(test.agent) ?? { right: 0, all: 0 }
    passed.set(test.agent, tally)
    tally.all += 1
    let problem: string | undefined
    try {
      const answer = await ask(test)
      costUsd += answer.costUsd
      models.add(`${answer.provider}/${answer.model}`)
      problem = test.grade(answer)
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    if (problem === undefined) tally.right += 1
    console.log(
      `${problem === undefined ? 'pass' : 'FAIL'}  ${test.agent}: ${test.name}${problem === undefined ? '' : `: ${problem}`}`,
    )
  }
} finally {
  await server?.stop()
}

console.log('')
for (const [agent, { right, all }] of passed) console.log(`${agent.padEnd(20)} ${right} of ${all}`)
const right = [...passed.values()].reduce((sum, tally) => sum + tally.right, 0)
console.log(`${'together'.padEnd(20)} ${right} of ${chosen.length}, for ${costUsd.toFixed(4)} $`)
console.log(`answered by ${[...models].join(', ') || 'nobody'}`)
process.exitCode = right === chosen.length ? 0 : 1
