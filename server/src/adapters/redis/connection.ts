import { once } from 'node:events'
import { connect } from 'node:net'
import { explainRedisFailure } from './explain-redis.ts'
import { StartFailure } from '#lib/start-failure.ts'

/** Time limit for a response of Redis, in ms. */
const ANSWER_TIMEOUT_MS = 1_000
const MAX_RECONNECT_MS = 2_000
const REDIS_PORT = 6379

type RedisClient = Awaited<ReturnType<typeof newClient>>

export interface RedisConnection {
  /** Commands fail at once while Redis is not available; the client reconnects automatically. */
  readonly client: RedisClient
  /** returns whether Redis responds now */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Connects to Redis, or continues to retry: whether it is available is checked on use. Throws StartFailure if one
 * answers that cannot be used, for example because of its password or because it is read-only.
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const client = await newClient(url).catch(throwExplained)
  let firstError: unknown
  client.on('error', (error) => (firstError ??= error))
  const connection = connectionOf(client)
  try {
    await inTime(connection.connected).catch(() => undefined)
    if (client.isReady) await inTime(writeProbe(client)).catch(throwExplained)
    else throwExplained(firstError ?? (await missingTls(url)))
  } catch (error) {
    if (error instanceof StartFailure) {
      await connection.close()
      throw error
    }
    // Away, or busy: the client continues to retry.
  }
  return connection
}

/** Throws the sentence about an error that a retry would not mend, else the error. */
function throwExplained(error: unknown): never {
  throw explainRedisFailure(error) ?? error
}

const PROBE_KEY = 'vee:probe'

/** Writes as the counters do: by a script. */
const writeProbe = (client: RedisClient): Promise<unknown> =>
  client.eval("return redis.call('SET', KEYS[1], '1', 'PX', '1000')", { keys: [PROBE_KEY] })

/** Returns an error if TLS is asked for and a Redis answers without: it waits for commands, so nothing else fails. */
async function missingTls(url: string): Promise<Error | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'rediss:') return undefined
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || REDIS_PORT) })
  try {
    socket.end('PING\r\n')
    const [response] = (await inTime(once(socket, 'data'))) as [Buffer]
    return /^[+-]/.test(response.toString('latin1'))
      ? Object.assign(new Error('Redis without TLS'), { code: 'NO_TLS' })
      : undefined
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

async function newClient(url: string) {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: ANSWER_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, MAX_RECONNECT_MS),
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
export async function inTime<R>(response: Promise<R>): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(timer)
  }
}
