import type { LiveSocket } from './live-socket.ts'
import type { SocketOrder, SocketReport } from './live-socket-messages.ts'
import { openMicrophoneSocket } from './microphone-socket.ts'

/** Holds one socket outside the main thread. */

const report = (message: SocketReport, transfer: Transferable[] = []) => postMessage(message, { transfer })

let socket: LiveSocket | undefined

addEventListener('message', ({ data: order, ports }: MessageEvent<SocketOrder>) => {
  switch (order.type) {
    case 'open':
      socket = openMicrophoneSocket(order.address, {
        opened: () => report({ type: 'opened' }),
        took: (data) => report({ type: 'took', data }, typeof data === 'string' ? [] : [data]),
        closed: (code) => report({ type: 'closed', code }),
      })
      return
    case 'send':
      return socket?.send(order.data)
    case 'listen-on':
      return ports[0] && socket?.listenOn(order.turnId, ports[0])
    case 'finish':
      return socket?.finish(order.turnId, order.from)
    case 'end':
      return socket?.end(order.turnId, order.rest)
    case 'close':
      return socket?.close()
  }
})
