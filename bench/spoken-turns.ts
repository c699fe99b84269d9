import { connectSocket } from '../fakes/socket-client.ts'

export interface Spoken {
  /** from the end of speech to the first audio, in ms */
  readonly waits: number[]
}

/** Half a second of a tone in frames of 40 ms at 16 kHz. */
const FRAMES = 25
const FRAME = new Uint8Array(
  Int16Array.from({ length: 640 }, (_, index) => Math.round(Math.sin(index / 8) * 9_000)).buffer,
)
const ANNOUNCEMENTS = {
  code: 'code',
  table: 'table',
  diagram: 'diagram',
  formula: 'formula',
  image: 'image',
}

/**
 * One client of /api/live that speaks one turn after the other, each after the previous reply was played, and
 * leaves when a turn ends after `until` (by `performance.now()`). Rejects if a turn fails or the socket
 * closes before that.
 * @param index distinguishes clients: one address may open only a limited number of sockets
 */
export async function speakTurns(url: string, index: number, until: number, spoken: Spoken): Promise<void> {
  const client = await connectSocket(url, {
    'x-forwarded-for': `198.51.${(index >> 8) & 255}.${index & 255}`,
  })
  client.say({ type: 'hello', version: 1, sessionId: `person-${index}` })
  await client.next('ready')
  const failed = Promise.race([client.next('turn-failed'), client.next('speech-failed')]).then((answer) => {
    throw new Error(`${answer.type}: ${JSON.stringify(answer)}`)
  })
  // Finally the socket closes without either.
  failed.catch(() => undefined)
  for (let turn = 0; performance.now() < until; turn += 1) {
    const turnId = `t${index}-${turn}`
    client.say({
      type: 'turn',
      turnId,
      language: 'en',
      question: {
        messages: [],
        replyId: `reply-${turnId}`,
        conversationId: `conv-${index}`,
        speech: { language: 'en', announcements: ANNOUNCEMENTS },
      },
    })
    for (let frame = 0; frame < FRAMES; frame += 1) client.send(FRAME)
    const ended = performance.now()
    client.say({ type: 'end', turnId })
    while ((await Promise.race([client.next('speech-started'), failed])).turnId !== turnId);
    spoken.waits.push(performance.now() - ended)
    await Promise.race([client.next('turn-ended'), failed])
  }
  await client.close()
}
