import { meterOf } from '../detect/level.ts'
import captureWorkletUrl from './capture.worklet.ts?worker&url'
import { CAPTURE_PROCESSOR, type Frame, type WorkletMessage, type WorkletRequest } from './frames.ts'
import { MicrophoneError, microphoneFailureOf } from './microphone-error.ts'
import { createRecorder, type MeasuredRecording } from './recorder.ts'
import { StandbyStream, stop, type MicrophoneInput } from './standby-stream.ts'

export { StandbyStream }

/** `unknown` if the browser does not return it before the microphone is requested. */
export type MicrophonePermission = PermissionState | 'unknown'

export interface OpenMicrophone {
  /**
   * Starts the recording, including up to 300 ms of pre-roll. `onFrame` is called with every frame of it, in
   * order.
   */
  begin(onFrame?: (frame: Frame) => void): void
  /** Calls the listener with every frame from now on, whether it is recorded or not. Returns the way to end it. */
  follow(listener: (frame: Frame) => void): () => void
  /**
   * Returns a port that receives every further frame directly from the audio thread, and undefined after the
   * last.
   */
  openPort?(): MessagePort
  /** Returns the current level, 0…1, linear in perceived loudness. */
  level(): number
  /**
   * Returns the recording, and closes the microphone directly afterwards. `onLast` is called before that,
   * with the last frame.
   */
  finish(onLast?: () => void): Promise<MeasuredRecording>
  /** Closes the microphone and discards the recording. */
  close(): void
}

export interface Microphone {
  /** Returns whether the browser will prompt the user, without a prompt. */
  permission(): Promise<MicrophonePermission>
  /**
   * Rejects with a MicrophoneError. `onLost` is called at most once, when the device is disconnected while
   * open; the recording until then is available from `finish`. An abort closes it, or prevents it from
   * opening.
   */
  open(onLost: () => void, signal: AbortSignal): Promise<OpenMicrophone>
}

const CONSTRAINTS: MediaTrackConstraints = {
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
}

/** Time limit for the worklet's last frame, in ms: many render quanta, and not noticeable. */
const FLUSH_LIMIT_MS = 200

/**
 * Opens a device; see Microphone.open.
 * @param standby keeps the device open afterwards
 */
export async function openMicrophone(
  context: AudioContext,
  input: MicrophoneInput,
  onLost: () => void,
  signal: AbortSignal,
  standby?: StandbyStream,
): Promise<OpenMicrophone> {
  signal.throwIfAborted()
  const stream = standby?.takeStream(input) ?? (await requestStream(input))
  const abort = () => stop(stream)
  const release = standby && (() => standby.keep(stream, input))
  // Waits without a limit for audio that does not start (no gesture, a phone call); the device is released
  // when aborted.
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    const opened = await followStream(context, stream, onLost, release)
    if (signal.aborted) opened.close()
    signal.throwIfAborted()
    return opened
  } catch (error) {
    stop(stream)
    throw error instanceof MicrophoneError ? error : new MicrophoneError(microphoneFailureOf(error))
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function requestStream({ deviceId, cancelsEcho }: MicrophoneInput): Promise<MediaStream> {
  if (!globalThis.isSecureContext) throw new MicrophoneError('insecure')
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || typeof AudioWorkletNode === 'undefined') throw new MicrophoneError('unsupported')
  try {
    // `true`, not `{ exact: 'all' }`, which throws in browsers without support.
    const audio = { ...CONSTRAINTS, echoCancellation: cancelsEcho }
    if (deviceId !== '') return await requestChosen(devices, audio, deviceId)
    return await devices.getUserMedia({ audio })
  } catch (error) {
    throw new MicrophoneError(microphoneFailureOf(error))
  }
}

/** `exact`, because Chromium ignores an ideal device. A missing one is replaced by the default. */
async function requestChosen(
  devices: MediaDevices,
  audio: MediaTrackConstraints,
  deviceId: string,
): Promise<MediaStream> {
  try {
    return await devices.getUserMedia({ audio: { ...audio, deviceId: { exact: deviceId } } })
  } catch (error) {
    if (microphoneFailureOf(error) !== 'none') throw error
    return await devices.getUserMedia({ audio })
  }
}

/**
 * Reads the sound of a stream, frame by frame.
 * @param release called at the end; closes the stream by default
 */
export async function followStream(
  context: AudioContext,
  stream: MediaStream,
  onLost: () => void,
  release = () => stop(stream),
): Promise<OpenMicrophone> {
  await Promise.all([context.resume(), context.audioWorklet.addModule(captureWorkletUrl)])
  const source = context.createMediaStreamSource(stream)
  const worklet = new AudioWorkletNode(context, CAPTURE_PROCESSOR, { numberOfOutputs: 0, channelCount: 1 })
  const recorder = createRecorder()
  const flushed = Promise.withResolvers<void>()
  const followers = new Set<(frame: Frame) => void>()
  let level = 0
  let isEnded = false
  worklet.port.addEventListener('message', (event: MessageEvent<WorkletMessage>) => {
    const frame: Frame | undefined = event.data
    if (!frame) return flushed.resolve()
    level = frame.level
    recorder.push(frame)
    for (const follow of followers) follow(frame)
  })
  worklet.port.start()
  source.connect(worklet)
  // `ended` is not fired by our own stop: it indicates a disconnected device or a revoked permission.
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', onLost, { once: true })

  function end(): void {
    // Released once: another recording may use the stream afterwards.
    if (isEnded) return
    isEnded = true
    for (const track of stream.getAudioTracks()) track.removeEventListener('ended', onLost)
    source.disconnect()
    level = 0
    release()
  }

  return {
    begin: recorder.begin,
    follow(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    openPort() {
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
      // Closing the device blocks the main thread for milliseconds: the transcription has priority.
      setTimeout(end)
      return recorder.finish()
    },
    close() {
      worklet.port.postMessage('flush' satisfies WorkletRequest)
      end()
    },
  }
}
