/** How long an answer may take before the server goes on without it. */
const ANSWER_MS = 1_000
const RECONNECT_MAX_MS = 2_000

type RedisClient = Awaited<ReturnType<typeof newClient>>

export interface RedisConnection {
  /** What is asked while Redis does not answer fails at once; the connection is tried again by itself. */
  readonly client: RedisClient
  /** whether Redis answers at this moment */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Connects to Redis, or goes on trying: whether it answers is seen when it is asked. */
export const connectRedis = async (url: string): Promise<RedisConnection> =>
  connectionOf(await newClient(url))

async function newClient(url: string) {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: ANSWER_MS,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, RECONNECT_MAX_MS),
    },
  })
}

/** A second connection to the same Redis, for what waits on the first. */
export const connectAgain = ({ client }: RedisConnection): Promise<RedisConnection> =>
  connectionOf(client.duplicate())

async function connectionOf(client: RedisClient): Promise<RedisConnection> {
  // Whoever asks is told by the failure of what they asked.
  client.on('error', () => undefined)
  const connected = client.connect().catch(() => undefined)
  await inTime(connected).catch(() => undefined)
  return {
    client,
    isUp: () =>
      inTime(client.ping()).then(
        () => true,
        () => false,
      ),
    async close() {
      client.destroy()
      await connected
    },
  }
}

/** The answer, or a failure when it takes too long. */
export async function inTime<R>(answer: Promise<R>): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), ANSWER_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
