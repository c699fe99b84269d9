import type { EvalCase } from './cases.ts'

const OTHERS: ReadonlySet<string> = new Set(['ask_agent', 'hand_over'])

/** Questions of which another assistant knows or can do more, or where the person wants its opinion. */
const WHERE_ASKING_HELPS = [
  ['v_agent', 'What would the Tutor say: how do I best learn irregular verbs?'],
  [
    'v_agent',
    'Please get the opinion of the Coding Assistant on this: const total = items.reduce((a, b) => a + b)',
  ],
  ['v_agent', 'I want to be interviewed for a job as a developer. Who of you does that? Let them begin.'],
  ['v_agent', 'Hand me over to the System Designer, I need a diagram of a queue with two workers.'],
  ['v_agent', 'Let the Tutor take over and teach me fractions step by step.'],
  [
    'tutor_agent',
    'Check with the Coding Assistant whether this Python is idiomatic: for i in range(len(xs)): print(xs[i])',
  ],
  [
    'tutor_agent',
    'I am done learning. I want to plan the architecture of a chat service; who can do that better? Pass me on.',
  ],
  [
    'coding_assistant',
    'Ask the System Designer in one sentence whether a queue or a cron job fits nightly mails.',
  ],
  [
    'coding_assistant',
    'Explain recursion to my ten-year-old. The Tutor does that better than you; let them do it.',
  ],
  [
    'system_designer',
    'Ask the Coding Assistant how long a UUID is as text, and use the answer in your estimate.',
  ],
] as const

/** Questions that the assistant can answer itself. */
const WHERE_IT_MUST_NOT = [
  ['v_agent', 'What is the capital of Portugal?'],
  ['v_agent', 'My tutor said that Pluto is a planet. Is that right?'],
  ['v_agent', 'Say hello in Italian.'],
  ['v_agent', 'How much is 12.5 times 8?'],
  ['v_agent', 'What does a coder earn in Spain, roughly?'],
  ['tutor_agent', 'What is a prime number?'],
  ['tutor_agent', 'I do not understand why the sky is blue.'],
  ['coding_assistant', 'Write a JavaScript function that reverses a string.'],
  ['coding_assistant', 'What does the keyword const do?'],
  ['system_designer', 'What is the difference between a queue and a topic?'],
] as const

const caseOf = (
  isHelpful: boolean,
  [agent, ask]: (typeof WHERE_ASKING_HELPS | typeof WHERE_IT_MUST_NOT)[number],
): EvalCase => ({
  agent,
  name: `${isHelpful ? 'lets another speak' : 'answers itself'}: ${ask}`,
  ask,
  more: { acceptsSpeakers: true },
  grade({ toolRuns = [], agentId, speakers = [] }) {
    // Addressed by name, another one has answered at once.
    const spokeAnother = agentId !== agent || speakers.length > 0
    const hasAsked = spokeAnother || toolRuns.some(({ name }) => OTHERS.has(name))
    if (hasAsked === isHelpful) return undefined
    return isHelpful ? 'asks nobody' : 'lets another speak'
  },
})

/** Ten questions where asking another assistant helps, and ten where it must not. */
export const TOGETHER_CASES: readonly EvalCase[] = [
  ...WHERE_ASKING_HELPS.map((question) => caseOf(true, question)),
  ...WHERE_IT_MUST_NOT.map((question) => caseOf(false, question)),
]
