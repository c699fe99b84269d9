// `npm run evals`: sends questions to every agent with the models configured in the environment (or .env),
// and grades the replies by code. `npm run evals -- v_agent` evaluates one agent; `-- --url https://…` uses a
// running server, signed in by EVALS_TOKEN; `-- --built-in` uses the built-in responder only; `-- --sources` asks 30
// questions of a scripted model, to measure the proof of citations; `-- knowledge` asks 120 questions of a
// corpus, to measure the search; `-- together` asks 20, of which half are better answered with another assistant. It costs what the replies cost. docs/evals.md explains the numbers.
import { parseArgs } from 'node:util'
import { CASES } from '../evals/cases.ts'
import { TOGETHER_CASES } from '../evals/together-cases.ts'
import { lineOf, reportOf, runCases, type Outcome } from '../evals/run-cases.ts'
import { isEnough, proofReport, runSourceCases, startSourceWorld } from '../evals/run-source-cases.ts'
import { createEmbedder } from '../server/src/providers/embedding/embedder.ts'
import { createLocalEmbedding } from '../server/src/providers/embedding/local/index.ts'
import { EMBEDDING_WORKER } from '../server/src/lib/project-files.ts'
import { readSettings } from '../server/src/settings/settings.ts'
import { startServer } from '../evals/start-server.ts'

const { values, positionals } = parseArgs({
  options: {
    url: { type: 'string' },
    'built-in': { type: 'boolean', default: false },
    sources: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.sources) process.exit(await measureProof())
if (positionals.includes('knowledge')) process.exit(await measureSearch())

const isTogether = positionals.includes('together')
const chosen = isTogether
  ? TOGETHER_CASES
  : CASES.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent))
if (chosen.length === 0) throw new Error(`there is no case for ${positionals.join(', ')}`)

const server = values.url === undefined ? await startServer({ isBuiltInOnly: values['built-in'] }) : undefined
const outcomes: Outcome[] = []
try {
  const url = values.url ?? server?.url ?? ''
  const token = server ? await server.signIn() : process.env['EVALS_TOKEN']
  for await (const outcome of runCases({ url, token }, chosen)) {
    outcomes.push(outcome)
    console.log(lineOf(outcome))
  }
} finally {
  await server?.stop()
}
console.log(`\n${reportOf(outcomes)}`)
process.exitCode = outcomes.every(({ kind }) => kind === 'passed') ? 0 : 1

/** Measures the proof of citations; returns the exit code. */
async function measureProof(): Promise<number> {
  const world = await startSourceWorld()
  const server = await startServer({ isBuiltInOnly: true, settings: world.settings })
  try {
    const figures = await runSourceCases({ url: server.url, token: await server.signIn() }, world)
    console.log(proofReport(figures))
    return isEnough(figures) ? 0 : 1
  } finally {
    await server.stop()
    await world.close()
  }
}

/** Measures the search in what is stored; returns the exit code. With EMBEDDING_MODEL that model embeds, otherwise a fake. */
async function measureSearch(): Promise<number> {
  const { isKnowledgeFound, knowledgeReport, measureKnowledge, runKnowledgeCases } =
    await import('../evals/knowledge/run-knowledge-cases.ts')
  const figures = await runKnowledgeCases(chosenEmbedder())
  console.log(knowledgeReport(figures, await measureKnowledge()))
  return isKnowledgeFound(figures) ? 0 : 1
}

/** Returns the embedder of the environment. A model on this server has to be there: `npm run models -- add ID`. */
function chosenEmbedder() {
  const { embedding, dataDir, speech } = readSettings(process.env)
  return createEmbedder(
    embedding,
    createLocalEmbedding({
      catalogue: embedding.EMBEDDING_CATALOGUE,
      dataDir,
      hub: speech.MODEL_HUB_URL,
      workerProgram: EMBEDDING_WORKER,
    }),
  )
}
