// A fake of OpenAI's Realtime protocol in a process of its own, for benches: it hears the same question in every turn, and
// answers at once. Prints its address.
import { startLiveModelService } from './index.ts'
import { openAiRealtime } from './openai.ts'

/** More turns than a bench has. */
const TURNS = 1_000_000

const service = await startLiveModelService(openAiRealtime())
service.script({
  heard: { length: TURNS, at: () => 'what is the time' },
  replies: { length: TURNS, at: () => ({ text: 'It is half past nine.' }) },
})
process.stdout.write(`${service.url}\n`)
process.once('SIGTERM', () => void service.close())
