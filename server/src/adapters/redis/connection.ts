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
export async function connectRedis(url: string): Promise<RedisConnection> {
  const client = await newClient(url)
  const connection = connectionOf(client)
  await inTime(connection.connected).catch(() => undefined)
  return connection
}

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

/**
 * Opens a second connection to the same Redis, for blocking commands. While Redis is not available it is opened in the
 * background, so that each further connection does not delay the start by a time limit.
 */
export async function connectAgain({ client }: RedisConnection): Promise<RedisConnection> {
  const connection = connectionOf(client.duplicate())
  if (client.isReady) await inTime(connection.connected).catch(() => undefined)
  return connection
}

function connectionOf(client: RedisClient): RedisConnection & { readonly connected: Promise<unknown> } {
  // Errors are reported to the callers of the failed commands.
  client.on('error', () => undefined)
  const connected = client.connect().catch(() => undefined)
  return {
    client,
    connected,
    isUp: () =>
      inTime(client.ping()).then(
        () => true,
        () => false,
      ),
    async close() {
      const isConnecting = !client.isReady
      client.destroy()
      // A client that retries notices this only after its delay, up to two seconds later.
      if (!isConnecting) await connected
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
