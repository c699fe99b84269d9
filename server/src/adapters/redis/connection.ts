/** Time limit for a response of Redis, in ms. */
const ANSWER_MS = 1_000
const RECONNECT_MAX_MS = 2_000

type RedisClient = Awaited<ReturnType<typeof newClient>>

export interface RedisConnection {
  /** Commands fail at once while Redis is not available; the client reconnects automatically. */
  readonly client: RedisClient
  /** returns whether Redis responds now */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Connects to Redis, or continues to retry: whether it is available is checked on use. */
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

/** Opens a second connection to the same Redis, for blocking commands. */
export const connectAgain = ({ client }: RedisConnection): Promise<RedisConnection> =>
  connectionOf(client.duplicate())

async function connectionOf(client: RedisClient): Promise<RedisConnection> {
  // Errors are reported to the callers of the failed commands.
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

/** Resolves with the result, or rejects after the time limit. */
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
