import { expect, it, vi } from 'vitest'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { MeasuredRecording } from '../capture/recorder.ts'
import type { PendingTranscription } from '../transcription/transcriber.ts'
import type { VoicePorts } from './session-ports.ts'
import type { SessionUtterances } from './session-utterances.ts'
import { VoiceCaptures } from './voice-captures.ts'
import type { VoiceEvent } from './voice-event.ts'

const TAKE: MeasuredRecording = { audio: new Blob(['sound']), durationSeconds: 2, loudestLevel: 0.2 }

const nobody = () => undefined

/** Records and ends, and returns the calls of engine and microphone. */
async function record(microphone: Partial<OpenMicrophone>, transcription: Partial<PendingTranscription>) {
  const { captures, told } = capturesOf(microphone, transcription)
  await captures.openMicrophone('u1')
  captures.startRecording('u1')
  await captures.finishRecording('u1')
  return told
}

function capturesOf(
  microphone: Partial<OpenMicrophone>,
  transcription: Partial<PendingTranscription>,
  dispatch: (event: VoiceEvent) => void = nobody,
) {
  const told: string[] = []
  const tells = (name: string) => () => void told.push(name)
  const opened: OpenMicrophone = {
    begin: tells('begin'),
    follow: () => () => undefined,
    level: () => 0,
    finish: (onLast) => {
      told.push('finish')
      onLast?.()
      return Promise.resolve(TAKE)
    },
    close: () => undefined,
    ...microphone,
  }
  const pending: PendingTranscription = {
    flushAudio: tells('flushAudio'),
    endAudio: tells('endAudio'),
    finish: () => Promise.resolve({ text: 'hello', language: undefined }),
    abort: () => undefined,
    ...transcription,
  }
  const captures = new VoiceCaptures(
    {
      microphone: { open: () => Promise.resolve(opened) },
      transcriber: { start: () => pending },
      preferences: { spokenLanguage: () => undefined },
      origin: () => ({}),
    } as unknown as VoicePorts,
    {
      get: () => Promise.resolve(undefined),
      createFrameWriter: () => () => undefined,
      store: () => Promise.resolve(),
      transcribing: () => undefined,
      transcribed: () => undefined,
    } as unknown as SessionUtterances,
    {
      dispatch,
      onInterim: () => undefined,
      executeCommandIn: (text) => Promise.resolve(text.replace('Tutor ', '')),
      isFieldEmpty: () => true,
      onRecordingSent: () => undefined,
    },
  )
  return { captures, told, opened }
}

it('signals the end to the engine before the last frame of the microphone', async () => {
  expect(await record({}, {})).toEqual(['begin', 'flushAudio', 'finish', 'endAudio'])
})

it('passes the microphone’s line to an engine that reads it itself', async () => {
  const { port1, port2 } = new MessageChannel()
  const connectMicrophone = vi.fn<(port: MessagePort) => void>()
  await record({ openPort: () => port1 }, { connectMicrophone })
  expect(connectMicrophone).toHaveBeenCalledExactlyOnceWith(port1)
  port2.close()
})

it('accepts no port without a listener', async () => {
  const openPort = vi.fn<() => MessagePort>()
  await record({ openPort }, {})
  expect(openPort).not.toHaveBeenCalled()
})

const transcribesMaths = () => Promise.resolve({ text: 'Tutor me in maths', language: undefined })

it.each([
  ['words that were parsed before', 'Tutor me in maths', 'Tutor me in maths'],
  ['words that were not parsed yet', undefined, 'me in maths'],
])('%s', async (_, parsed, text) => {
  const dispatch = vi.fn<(event: VoiceEvent) => void>()
  const { captures, opened } = capturesOf({}, { finish: transcribesMaths }, dispatch)
  captures.addOpenMicrophone('u1', opened, { words: parsed })
  captures.startRecording('u1')
  await captures.finishRecording('u1')
  expect(dispatch).toHaveBeenCalledWith({ type: 'transcribed', utteranceId: 'u1', text })
})

it.each([undefined, true] as const)(
  'removes the voice from a recording over it (understood: %s)',
  async (hasParsedCommands) => {
    const dispatch = vi.fn<(event: VoiceEvent) => void>()
    const heard = {
      text: 'he rowed back every evening and what about the moon?',
      language: undefined,
      ...(hasParsedCommands && { hasParsedCommands }),
    }
    const { captures, opened } = capturesOf({}, { finish: () => Promise.resolve(heard) }, dispatch)
    captures.addOpenMicrophone('u1', opened, {
      spokenText: 'The ferryman lived there, and he rowed back every evening.',
    })
    captures.startRecording('u1')
    await captures.finishRecording('u1')
    expect(dispatch).toHaveBeenCalledWith({
      type: 'transcribed',
      utteranceId: 'u1',
      text: 'and what about the moon?',
    })
  },
)
