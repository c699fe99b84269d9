import { execFileSync } from 'node:child_process'
import { stretchWire } from './wire.ts'

/** An isolated network for one program. */
export interface Place {
  /** address at which the programs of all other places, and this process, reach it */
  readonly address: string
  /** prefix of a command that runs there */
  readonly prefix: readonly string[]
}

/** The connection to a program. When dead, it drops all packets without notifying anyone. */
interface Line {
  readonly address: string
  readonly port: number
  goDead(): void
  comeBack(): void
}

export interface NetworkSandbox {
  /** how its networks are implemented */
  readonly kind: string
  /** the source address of this process */
  readonly ownAddress: string
  /**
   * @param faces who uses the connection to it: everyone, or, if it connects to others itself, only clients
   */
  place(faces: 'everybody' | 'people'): Place
  lineTo(place: Place, port: number): Promise<Line>
  remove(): void
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/**
 * Creates network namespaces, which require root and iproute2 (Linux); otherwise proxies on the loopback that
 * can be cut.
 */
export function createNetworkSandbox(): NetworkSandbox {
  try {
    return createNamespaces()
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return createProxies(`proxies (no network namespaces here: ${reason})`)
  }
}

/*
 * Creates two switches with this process on both: one for clients, one behind the servers. A server has a
 * plug in both, so that it can lose its clients and keep its database; everything else is behind the servers
 * only. A connection is dead when its plug is down inside the namespace: packets are sent without a response.
 */
function createNamespaces(): NetworkSandbox {
  const own = process.pid % 250
  // RFC 2544 reserves 198.18.0.0/15 for tests between networks.
  const nets = { everybody: `198.18.${own}`, people: `198.19.${own}` } as const
  const bridges = { everybody: `vee${own}back`, people: `vee${own}front` } as const
  const names: string[] = []
  const plugs = new Map<Place, { readonly name: string; readonly device: string }>()

  const remove = () => {
    // A namespace's plugs and their other ends are deleted with it.
    for (const name of names) quietly(() => ip('netns', 'del', name))
    for (const bridge of Object.values(bridges)) quietly(() => ip('link', 'del', bridge))
  }
  try {
    for (const side of ['everybody', 'people'] as const) {
      ip('link', 'add', bridges[side], 'type', 'bridge')
      ip('addr', 'add', `${nets[side]}.1/24`, 'dev', bridges[side])
      ip('link', 'set', bridges[side], 'up')
    }
  } catch (error) {
    remove()
    throw error
  }

  return {
    kind: 'network namespaces',
    ownAddress: `${nets.people}.1`,
    place(faces) {
      const host = names.length + 2
      const name = `vee${own}-${host}`
      ip('netns', 'add', name)
      names.push(name)
      ip('-n', name, 'link', 'set', 'lo', 'up')
      for (const side of faces === 'people' ? (['everybody', 'people'] as const) : (['everybody'] as const)) {
        const ours = `v${own}${side === 'people' ? 'f' : 'b'}${host}`
        ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', side, 'netns', name)
        ip('link', 'set', ours, 'master', bridges[side], 'up')
        ip('-n', name, 'addr', 'add', `${nets[side]}.${host}/24`, 'dev', side)
        ip('-n', name, 'link', 'set', side, 'up')
      }
      const place: Place = { address: `${nets[faces]}.${host}`, prefix: ['ip', 'netns', 'exec', name] }
      plugs.set(place, { name, device: faces })
      return place
    },
    lineTo(place, port) {
      const plug = plugs.get(place)
      if (!plug) throw new Error('this place is on other ground')
      const set = (state: 'up' | 'down') => ip('-n', plug.name, 'link', 'set', plug.device, state)
      return Promise.resolve({
        address: place.address,
        port,
        goDead: () => void set('down'),
        comeBack: () => void set('up'),
      })
    },
    remove,
  }
}

function createProxies(kind: string): NetworkSandbox {
  const wires: { close(): void }[] = []
  return {
    kind,
    ownAddress: '127.0.0.1',
    place: () => ({ address: '127.0.0.1', prefix: [] }),
    async lineTo(place, port) {
      const wire = await stretchWire(place.address, port)
      wires.push(wire)
      return { ...wire, address: place.address }
    },
    remove: () => wires.forEach((wire) => wire.close()),
  }
}

function quietly(work: () => unknown): void {
  try {
    work()
  } catch {
    // It was never created.
  }
}
