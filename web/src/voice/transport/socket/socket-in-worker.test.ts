import { describe, expect, it, vi } from 'vitest'
import type { SocketCommand, SocketReport } from './worker-messages.ts'
import { createSocketInWorker, type SocketWorker } from './socket-in-worker.ts'

class FakeWorker implements SocketWorker {
  readonly commands: SocketCommand[] = []
  readonly terminate = vi.fn<() => void>()
  readonly #listeners = new Map<string, (event: { readonly data: SocketReport }) => void>()

  postMessage(command: SocketCommand): void {
    this.commands.push(command)
  }

  addEventListener(type: string, listener: (event: { readonly data: SocketReport }) => void): void {
    this.#listeners.set(type, listener)
  }

  tell(data: SocketReport): void {
    this.#listeners.get('message')?.({ data })
  }

  fail(): void {
    this.#listeners.get('error')?.({ data: { type: 'closed', code: 0 } })
  }
}

function openWorkerSocket() {
  const worker = new FakeWorker()
  const listener = {
    opened: vi.fn<() => void>(),
    took: vi.fn<(data: string | ArrayBuffer) => void>(),
    closed: vi.fn<(code: number) => void>(),
  }
  return { worker, listener, socket: createSocketInWorker(() => worker)('ws://there', listener) }
}

describe('a socket in a worker', () => {
  it('forwards calls in order', () => {
    const { socket, worker } = openWorkerSocket()
    socket.send('hello')
    socket.finish('t1', 160)
    socket.end('t1', new Int16Array(2))
    socket.close()
    expect(worker.commands.map(({ type }) => type)).toEqual(['open', 'send', 'finish', 'end', 'close'])
  })

  it('reports its events', () => {
    const { worker, listener } = openWorkerSocket()
    worker.tell({ type: 'opened' })
    worker.tell({ type: 'took', data: 'ready' })
    expect(listener.opened).toHaveBeenCalledOnce()
    expect(listener.took).toHaveBeenCalledWith('ready')
  })

  it('ends its worker when it closes', () => {
    const { worker, listener } = openWorkerSocket()
    worker.tell({ type: 'closed', code: 1006 })
    expect(listener.closed).toHaveBeenCalledWith(1006)
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  it('is closed when the worker fails', () => {
    const { worker, listener } = openWorkerSocket()
    worker.fail()
    expect(listener.closed).toHaveBeenCalledWith(0)
    expect(worker.terminate).toHaveBeenCalledOnce()
  })
})
