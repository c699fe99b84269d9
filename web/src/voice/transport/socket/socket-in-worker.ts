import type { OpenSocket } from './open-socket.ts'
import type { SocketCommand, SocketReport } from './worker-messages.ts'

/** The used part of a worker. */
export interface SocketWorker {
  postMessage(command: SocketCommand, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: SocketReport }) => void): void
  addEventListener(type: 'error', listener: () => void): void
  terminate(): void
}

/** Creates a socket in its own worker, which ends with it. */
export function createSocketInWorker(startWorker: () => SocketWorker): OpenSocket {
  return (address, listener) => {
    const worker = startWorker()
    const tell = (command: SocketCommand, transfer: Transferable[] = []) =>
      worker.postMessage(command, transfer)
    const onOver = (code: number) => {
      worker.terminate()
      listener.closed(code)
    }
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'opened') listener.opened()
      else if (data.type === 'took') listener.took(data.data)
      else onOver(data.code)
    })
    // Its code could not be loaded, or sockets are not supported there.
    worker.addEventListener('error', () => onOver(0))
    tell({ type: 'open', address })
    return {
      send: (data) => tell({ type: 'send', data }),
      close: () => tell({ type: 'close' }),
      connectMicrophone: (turnId, port) => tell({ type: 'connect-microphone', turnId }, [port]),
      finish: (turnId, from) => tell({ type: 'finish', turnId, from }),
      end: (turnId, rest) => tell({ type: 'end', turnId, rest }),
    }
  }
}

/** Throws where sockets are not supported. */
export const openSocketInWorker = createSocketInWorker(() => {
  if (typeof WebSocket === 'undefined') throw new Error('There are no sockets here.')
  return new Worker(new URL('./socket.worker.ts', import.meta.url), { type: 'module' })
})
