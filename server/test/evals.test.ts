import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CASES } from '../../evals/cases.ts'
import type { EvalCase } from '../../evals/graders.ts'
import { lineOf, reportOf, runCases, type Outcome } from '../../evals/run-cases.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { openDatabase } from '#db/open.ts'
import { createApp, type ServerApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'

let upstream: Upstream
let directory: string
let app: ServerApp
let url: string

beforeEach(async () => {
  upstream = await startUpstream()
  directory = mkdtempSync(join(tmpdir(), 'vee-evals-'))
})

afterEach(async () => {
  await app.stop()
  rmSync(directory, { recursive: true })
  await upstream.close()
})

/** Starts a whole server, connected to the fake vendor by one of the real protocols. */
async function start(vendor: Record<string, string>): Promise<string> {
  app = await createApp({
    settings: readSettings({
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOG_LEVEL: 'silent',
      GLOBAL_REQUESTS_PER_HOUR: '1000',
      ...vendor,
    }),
    database: await openDatabase(join(directory, 'vee.db'), Date.now),
    passphrase: 'quiet harbour',
    webDirectory: '',
    searchPath: '',
    now: Date.now,
  })
  url = await app.listen()
  const response = await fetch(`${url}/api/auth/global`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'quiet harbour' }),
  })
  return ((await response.json()) as { token: string }).token
}

const casesOf = (...names: readonly string[]): readonly EvalCase[] =>
  names.map((name) => {
    const evalCase = CASES.find((test) => test.name === name)
    if (!evalCase) throw new Error(`there is no case called ${name}`)
    return evalCase
  })

async function run(token: string, cases: readonly EvalCase[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const outcome of runCases({ url, token }, cases)) outcomes.push(outcome)
  return outcomes
}

const called = (name: string, given: object) => ({
  text: '',
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(given) }],
})
const quizOf = (options: readonly string[], answers: readonly number[]) => ({
  title: 'The water cycle',
  questions: answers.map((answer) => ({ question: 'Where does rain come from?', options, answer })),
})

it('calls the OpenAI protocol and distinguishes right, wrong and invalid replies and vendor errors', async () => {
  const token = await start({ OPENAI_API_KEY: 'sk-evals', OPENAI_BASE_URL: `${upstream.url}/v1` })
  upstream.scriptOnly(
    'chat',
    // a correct reply with a tool call, which takes two rounds
    called('calculate', { expression: '48317 * 2951' }),
    { text: 'It is 142,583,467.' },
    // code that runs and returns a wrong result
    { text: '```js\nfunction isPalindrome(text) { return true }\n```' },
    // an invalid result that is not corrected either
    called('show_quiz', quizOf(['clouds'], [0, 0, 0, 0, 0])),
    called('show_quiz', quizOf(['clouds'], [0, 0, 0, 0, 0])),
    { text: 'I cannot show it.' },
    // the vendor returns an error
    'bad-request',
  )
  const cases = casesOf(
    'calculates by its tool',
    'writes code that works',
    'makes a quiz with answers in different places',
    'is brief',
  )
  const outcomes = await run(token, cases)
  expect(outcomes.map(lineOf)).toEqual([
    'pass  v_agent: calculates by its tool',
    'FAIL  coding_assistant: writes code that works: is wrong code',
    'FAIL  tutor_agent: makes a quiz with answers in different places: shows nothing in place of quiz',
    expect.stringMatching(/^none {2}nerf_agent: is brief: the server answered 502: .*PROVIDER_ERROR/),
  ])
  expect(reportOf(outcomes).split('\n')).toEqual([
    'v_agent              1 of 1',
    'coding_assistant     0 of 1',
    'tutor_agent          0 of 1',
    'nerf_agent           0 of 1, 1 not answered',
    expect.stringMatching(/^together {13}1 of 4, 1 not answered, for 0\.\d*[1-9]\d* \$$/),
    'answered by openai/gpt-4o',
  ])
})

it('calls the Anthropic protocol, where a corrected result counts', async () => {
  const token = await start({ ANTHROPIC_API_KEY: 'sk-evals', ANTHROPIC_BASE_URL: upstream.url })
  upstream.scriptOnly(
    'chat',
    called('show_quiz', quizOf(['clouds'], [0, 0, 0, 0, 0])),
    called('show_quiz', quizOf(['clouds', 'rocks'], [0, 1, 0, 1, 0])),
    { text: 'Five questions about water.' },
  )
  const outcomes = await run(token, casesOf('makes a quiz with answers in different places'))
  expect(outcomes.map(lineOf)).toEqual(['pass  tutor_agent: makes a quiz with answers in different places'])
  expect(reportOf(outcomes)).toContain('answered by anthropic/')
})
