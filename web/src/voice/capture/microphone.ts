import { meterOf } from '../detect/level.ts'
import captureWorkletUrl from './capture.worklet.ts?worker&url'
import { CAPTURE_PROCESSOR, type Frame, type WorkletMessage, type WorkletRequest } from './frames.ts'
import { MicrophoneError, microphoneFailureOf } from './microphone-error.ts'
import { createRecorder, type Take } from './recorder.ts'

/** `unknown` where the browser does not tell before it is asked for the microphone. */
export type MicrophonePermission = PermissionState | 'unknown'

export interface OpenMicrophone {
  /** Starts the recording; up to 300 ms from before count too. `onFrame` is told of every frame of it, in order. */
  begin(onFrame?: (frame: Frame) => void): void
  /** Calls the listener with every frame from now on, whether it is recorded or not. Returns the way to end it. */
  follow(listener: (frame: Frame) => void): () => void
  /** A line on which every frame from now on comes straight from the audio thread, and undefined behind the last. */
  line?(): MessagePort
  /** How loud it is now, 0…1, in even steps of loudness. */
  level(): number
  /** Gives the recording, and closes the microphone right after. `onLast` is told before that of the last frame's coming. */
  finish(onLast?: () => void): Promise<Take>
  /** Closes the microphone and keeps nothing. */
  close(): void
}

export interface Microphone {
  /** Whether the browser will ask the user. Never asks itself. */
  permission(): Promise<MicrophonePermission>
  /**
   * Rejects with a MicrophoneError. `onLost` is called at most once, when the device goes away while it is open; what was
   * recorded until then can still be had from `finish`. An abort closes it, or keeps it from opening.
   */
  open(onLost: () => void, signal: AbortSignal): Promise<OpenMicrophone>
}

const CONSTRAINTS: MediaTrackConstraints = {
  // `true`, not `{ exact: 'all' }`, which throws where it is not known.
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
}

/** How long the worklet may take for its last frame: many render quanta, and nothing that anyone notices. */
const FLUSH_LIMIT_MS = 200

/** Opens the device with that id, '' for the system's; see Microphone.open. */
export async function openMicrophone(
  context: AudioContext,
  deviceId: string,
  onLost: () => void,
  signal: AbortSignal,
): Promise<OpenMicrophone> {
  signal.throwIfAborted()
  const stream = await requestStream(deviceId)
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  // Sound that does not wake (no gesture, a phone call) is waited for without an end; the device is not kept for that.
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    const opened = await followStream(context, stream, onLost)
    if (signal.aborted) opened.close()
    signal.throwIfAborted()
    return opened
  } catch (error) {
    stop()
    throw error instanceof MicrophoneError ? error : new MicrophoneError(microphoneFailureOf(error))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function requestStream(deviceId: string): Promise<MediaStream> {
  if (!globalThis.isSecureContext) throw new MicrophoneError('insecure')
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || typeof AudioWorkletNode === 'undefined') throw new MicrophoneError('unsupported')
  try {
    if (deviceId !== '') return await requestChosen(devices, deviceId)
    return await devices.getUserMedia({ audio: CONSTRAINTS })
  } catch (error) {
    throw new MicrophoneError(microphoneFailureOf(error))
  }
}

/** `exact`, because Chromium gives the system's microphone for an ideal one. One that is gone gives way to the system's. */
async function requestChosen(devices: MediaDevices, deviceId: string): Promise<MediaStream> {
  try {
    return await devices.getUserMedia({ audio: { ...CONSTRAINTS, deviceId: { exact: deviceId } } })
  } catch (error) {
    if (microphoneFailureOf(error) !== 'none') throw error
    return await devices.getUserMedia({ audio: CONSTRAINTS })
  }
}

/** Reads the sound of a stream, frame by frame, and closes it in the end. */
export async function followStream(
  context: AudioContext,
  stream: MediaStream,
  onLost: () => void,
): Promise<OpenMicrophone> {
  await Promise.all([context.resume(), context.audioWorklet.addModule(captureWorkletUrl)])
  const source = context.createMediaStreamSource(stream)
  const worklet = new AudioWorkletNode(context, CAPTURE_PROCESSOR, { numberOfOutputs: 0, channelCount: 1 })
  const recorder = createRecorder()
  const flushed = Promise.withResolvers<void>()
  const followers = new Set<(frame: Frame) => void>()
  let level = 0
  worklet.port.addEventListener('message', (event: MessageEvent<WorkletMessage>) => {
    const frame: Frame | undefined = event.data
    if (!frame) return flushed.resolve()
    level = frame.level
    recorder.push(frame)
    for (const follow of followers) follow(frame)
  })
  worklet.port.start()
  source.connect(worklet)
  // Stopping a track ourselves does not raise `ended`: it tells of the device and of permission taken back.
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', onLost, { once: true })

  function end(): void {
    for (const track of stream.getTracks()) {
      track.removeEventListener('ended', onLost)
      track.stop()
    }
    source.disconnect()
    level = 0
  }

  return {
    begin: recorder.begin,
    follow(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    line() {
      const { port1, port2 } = new MessageChannel()
      worklet.port.postMessage('line' satisfies WorkletRequest, [port2])
      return port1
    },
    level: () => meterOf(level),
    async finish(onLast) {
      worklet.port.postMessage('flush' satisfies WorkletRequest)
      const limit = setTimeout(flushed.resolve, FLUSH_LIMIT_MS)
      await flushed.promise
      clearTimeout(limit)
      onLast?.()
      // Closing the device takes milliseconds of the page's only thread: what waits for these words goes first.
      setTimeout(end)
      return recorder.finish()
    },
    close() {
      worklet.port.postMessage('flush' satisfies WorkletRequest)
      end()
    },
  }
}
