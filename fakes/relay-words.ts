import { setTimeout as pause } from 'node:timers/promises'
import { connectSocket, type SocketClient } from './socket-client.ts'
import { sharedNow } from './transcription-stream/stamped.ts'

interface RelayRun {
  readonly url: string
  readonly sessions: number
  /** of speech in each session */
  readonly seconds: number
  /** of one turn: sessions have several, one after the other */
  readonly turnSeconds: number
}

interface RelayFigures {
  /** from the sending of each word by the transcriber to its arrival at the client, in ms */
  readonly delaysMs: readonly number[]
  readonly turns: number
  /** turns whose recording was transcribed, because the last words of the stream came too late */
  readonly fallbacks: number
  /** turns that failed, or whose words are missing */
  readonly errors: readonly string[]
}

const FRAME_MS = 40
const SESSIONS_PER_NETWORK = 8

const FRAME = new Uint8Array(
  Int16Array.from({ length: 640 }, (_, index) => Math.round(9_000 * Math.sin(index / 8))).buffer,
)

/**
 * Speaks in several sessions at the same time, in real time, to a server whose transcriber is `stampedTranscriptions`.
 * The server trusts its proxy, so that the sessions come from several networks.
 */
export async function relayWords(run: RelayRun): Promise<RelayFigures> {
  const delaysMs: number[] = []
  const errors: string[] = []
  let turns = 0
  let fallbacks = 0
  await Promise.all(
    Array.from({ length: run.sessions }, async (_, session) => {
      const network = `198.51.${Math.floor(session / SESSIONS_PER_NETWORK)}.1`
      const client = await connectSocket(run.url, { 'x-forwarded-for': network })
      client.say({ type: 'hello', version: 1, sessionId: `session-${session}` })
      await client.next('ready')
      // Sessions do not speak in step.
      await pause((session * FRAME_MS) / run.sessions)
      for (let spoken = 0; spoken < run.seconds; spoken += run.turnSeconds) {
        const seconds = Math.min(run.turnSeconds, run.seconds - spoken)
        const outcome = await speakTurn(client, `turn-${session}-${spoken}`, seconds, delaysMs)
        turns += 1
        if (outcome === 'fallback') fallbacks += 1
        else if (outcome !== 'stream') errors.push(outcome)
        if (outcome.startsWith('the connection')) return
      }
      await client.close()
    }),
  )
  return { delaysMs, turns, fallbacks, errors }
}

async function speakTurn(
  client: SocketClient,
  turnId: string,
  seconds: number,
  delaysMs: number[],
): Promise<string> {
  let read = client.answers.length
  let lastWord = ''
  const readWords = () => {
    for (; read < client.answers.length; read += 1) {
      const answer = client.answers[read]
      if (answer?.type !== 'words') continue
      const word = (answer.text + answer.tail).split(' ').at(-1) ?? ''
      if (word === lastWord || word === '') continue
      lastWord = word
      delaysMs.push(sharedNow() - Number(word))
    }
  }
  // The client records messages as they arrive; they are looked at in each turn of the event loop.
  const turn = { isOver: false }
  const watch = async () => {
    while (!turn.isOver) {
      readWords()
      await new Promise((resolve) => setImmediate(resolve))
      await pause(1)
    }
  }
  const watching = watch()
  client.say({ type: 'turn', turnId, liveWords: true })
  const start = performance.now()
  for (let frame = 0; frame < (seconds * 1_000) / FRAME_MS; frame += 1) {
    client.send(FRAME)
    const wait = start + (frame + 1) * FRAME_MS - performance.now()
    if (wait > 0) await pause(wait)
  }
  client.say({ type: 'end', turnId })
  const end = await Promise.race([
    client.closed,
    // These fail with the connection.
    client.next('transcript').catch(() => client.closed),
    client.next('turn-failed').catch(() => client.closed),
  ])
  turn.isOver = true
  await watching
  readWords()
  if (typeof end === 'number') return `the connection was closed with ${end}`
  if (end.type === 'turn-failed') return end.error
  if (lastWord === '' || end.text === '') return 'there are no words'
  return end.text.split(' ').every((word) => Number(word) > 0) ? 'stream' : 'fallback'
}
