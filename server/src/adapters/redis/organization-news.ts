import { randomUUID } from 'node:crypto'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { connectAgain, type RedisConnection } from './connection.ts'
import { inBackground } from '../../background.ts'

interface RedisNews extends ChangeEventRelay {
  close(): Promise<void>
}

/** Tells of organizations and sessions on a channel of Redis. What is told while it does not answer is lost. */
export async function redisOrganizationNews(redis: RedisConnection, channel: string): Promise<RedisNews> {
  // A connection that listens can do nothing else.
  const ears = await connectAgain(redis)
  const self = randomUUID()
  let hear: ((topic: string) => void) | undefined
  const heard = (message: string) => {
    const [from, topic = ''] = message.split(' ')
    if (from !== self) hear?.(topic)
  }
  const listen = () => ears.client.subscribe(channel, heard).catch(() => undefined)
  // A Redis that did not answer at the start.
  ears.client.on('ready', () => inBackground('news heard', listen()))
  await listen()
  return {
    tell: (topic) => void redis.client.publish(channel, `${self} ${topic}`).catch(() => undefined),
    listen: (next) => void (hear = next),
    close: () => ears.close(),
  }
}
