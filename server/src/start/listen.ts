import { once } from 'node:events'
import { createServer } from 'node:net'
import type { ServerSettings } from '#settings/settings.ts'
import { StartFailure } from '#lib/start-failure.ts'

const MAX_PORT = 65_535
/** Number of ports above a used one that are tried for the suggestion. */
const OFFERS_TRIED = 100

/** Starts to listen, or throws one sentence that explains why it cannot. */
export async function listenOrExplain<T>(
  listen: () => Promise<T>,
  { host, port }: Pick<ServerSettings, 'host' | 'port'>,
): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    throw (await explain(error, host, port)) ?? error
  }
}

async function explain(error: unknown, host: string, port: number): Promise<StartFailure | undefined> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE': {
      const free = await nextFreePort(host, port)
      const offer = free === undefined ? 'set PORT to a free one' : `the next free one is PORT=${free}`
      return new StartFailure(`Port ${port} on ${host} is taken; ${offer}.`)
    }
    case 'EACCES':
      return new StartFailure(`This user may not listen on port ${port}; set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailure(`HOST ${host} is no address of this machine (for example HOST=127.0.0.1).`)
    default:
      return undefined
  }
}

async function nextFreePort(host: string, taken: number): Promise<number | undefined> {
  const last = Math.min(taken + OFFERS_TRIED, MAX_PORT)
  for (let port = taken + 1; port <= last; port += 1) {
    if (await isFree(host, port)) return port
  }
  return undefined
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
