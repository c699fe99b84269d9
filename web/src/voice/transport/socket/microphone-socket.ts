import type { WorkletMessage } from '../../capture/frames.ts'
import { joinSamples } from '../../capture/frames.ts'
import { type VoiceSocket, openSocketHere, type SocketListener } from './open-socket.ts'
import { AudioBuffer } from './audio-buffer.ts'

/**
 * Opens a socket that receives a microphone itself, on a separate thread: the main thread repaints when a
 * button is released, which delays the last frames. The copy passed to `end` is used for audio that it
 * missed.
 */
export function openMicrophoneSocket(address: string, listener: SocketListener): VoiceSocket {
  const socket = openSocketHere(address, listener)
  let activeTurn:
    | { readonly turnId: string; readonly port: MessagePort; readonly buffer: AudioBuffer }
    | undefined
  /** the turn whose last audio is awaited, and the first sample that was not sent */
  let awaited: { readonly turnId: string; readonly from: number } | undefined
  let endedTurnId: string | undefined

  function hangUp(): void {
    activeTurn?.port.close()
    activeTurn = undefined
    awaited = undefined
  }

  function end(turnId: string, rest: Int16Array<ArrayBuffer>): void {
    if (endedTurnId === turnId) return
    endedTurnId = turnId
    if (activeTurn?.turnId === turnId) hangUp()
    socket.end(turnId, rest)
  }

  function endWhenWhole(): void {
    if (!activeTurn || !awaited || activeTurn.turnId !== awaited.turnId || !activeTurn.buffer.isWhole) return
    const rest = activeTurn.buffer.from(awaited.from)
    if (rest) end(awaited.turnId, joinSamples(rest))
  }

  return {
    send: (data) => socket.send(data),
    close() {
      hangUp()
      socket.close()
    },
    connectMicrophone(turnId, port) {
      hangUp()
      const sound = new AudioBuffer()
      activeTurn = { turnId, port, buffer: sound }
      port.addEventListener('message', ({ data }: MessageEvent<WorkletMessage>) => {
        sound.pushFrame(data)
        endWhenWhole()
      })
      port.start()
    },
    finish(turnId, from) {
      awaited = { turnId, from }
      endWhenWhole()
    },
    end,
  }
}
