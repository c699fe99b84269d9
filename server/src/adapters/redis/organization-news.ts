import { randomUUID } from 'node:crypto'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { connectAgain, type RedisConnection } from './connection.ts'
import { inBackground } from '#lib/background.ts'

interface RedisNews extends ChangeEventRelay {
  close(): Promise<void>
}

/**
 * Publishes changes of organizations, sessions and the host's endpoints on a Redis channel. Messages published while it is not
 * available are lost.
 */
export async function redisOrganizationNews(redis: RedisConnection, channel: string): Promise<RedisNews> {
  // A connection with a subscription cannot execute other commands.
  const ears = await connectAgain(redis)
  const self = randomUUID()
  const listeners: ((topic: string) => void)[] = []
  const onMessage = (message: string) => {
    const [from, topic = ''] = message.split(' ')
    if (from !== self) for (const listener of listeners) listener(topic)
  }
  const listen = () => ears.client.subscribe(channel, onMessage).catch(() => undefined)
  // Covers a Redis that was not available at the start.
  ears.client.on('ready', () => inBackground('news heard', listen()))
  if (ears.client.isReady) await listen()
  return {
    emit: (topic) => void redis.client.publish(channel, `${self} ${topic}`).catch(() => undefined),
    listen: (listener) => void listeners.push(listener),
    close: () => ears.close(),
  }
}
