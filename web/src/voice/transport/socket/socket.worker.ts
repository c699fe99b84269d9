import type { VoiceSocket } from './open-socket.ts'
import type { SocketCommand, SocketReport } from './worker-messages.ts'
import { openMicrophoneSocket } from './microphone-socket.ts'

/** Holds one socket outside the main thread. */

const report = (message: SocketReport, transfer: Transferable[] = []) => postMessage(message, { transfer })

let socket: VoiceSocket | undefined

addEventListener('message', ({ data: command, ports }: MessageEvent<SocketCommand>) => {
  switch (command.type) {
    case 'open':
      socket = openMicrophoneSocket(command.address, {
        opened: () => report({ type: 'opened' }),
        took: (data) => report({ type: 'took', data }, typeof data === 'string' ? [] : [data]),
        closed: (code) => report({ type: 'closed', code }),
      })
      return
    case 'send':
      return socket?.send(command.data)
    case 'connect-microphone':
      return ports[0] && socket?.connectMicrophone(command.turnId, ports[0])
    case 'finish':
      return socket?.finish(command.turnId, command.from)
    case 'end':
      return socket?.end(command.turnId, command.rest)
    case 'close':
      return socket?.close()
  }
})
