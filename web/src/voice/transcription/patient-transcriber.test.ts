import { describe, expect, it } from 'vitest'
import { createPatientTranscriber } from './patient-transcriber.ts'
import {
  TranscriptionError,
  type TranscriptionRequest,
  type Recording,
  type Transcriber,
} from './transcriber.ts'

const recording: Recording = { audio: new Blob(['sound']), durationSeconds: 1 }
const request: TranscriptionRequest = { language: 'de', isStreaming: true, onInterim: () => {} }

/** A server that transcribes once its model is downloaded. */
function serverWithout(): {
  transcriber: Transcriber
  requests: TranscriptionRequest[]
  fetched: () => void
} {
  const requests: TranscriptionRequest[] = []
  let isThere = false
  return {
    requests,
    fetched: () => (isThere = true),
    transcriber: {
      start(asked) {
        requests.push(asked)
        return {
          finish: async () => {
            if (!isThere) throw new TranscriptionError('preparing')
            return { text: 'guten Morgen', language: 'de' }
          },
          abort: () => {},
        }
      },
    },
  }
}

describe('createPatientTranscriber', () => {
  it('transcribes the same recording once the model is available', async () => {
    const server = serverWithout()
    const languages: (string | undefined)[] = []
    const patient = createPatientTranscriber(server.transcriber, async (language) => {
      languages.push(language)
      server.fetched()
    })
    expect(await patient.start(request).finish(recording)).toMatchObject({ text: 'guten Morgen' })
    expect(languages).toEqual(['de'])
    expect(server.requests.map(({ isStreaming }) => isStreaming)).toEqual([true, false])
  })

  it('fails for the reason that the model could not be fetched', async () => {
    const { transcriber } = serverWithout()
    const patient = createPatientTranscriber(transcriber, () =>
      Promise.reject(new TranscriptionError('preparing')),
    )
    await expect(patient.start(request).finish(recording)).rejects.toMatchObject({ reason: 'preparing' })
  })

  it('stops waiting when it is aborted', async () => {
    const { transcriber } = serverWithout()
    const patient = createPatientTranscriber(
      transcriber,
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new TranscriptionError('cancelled')))
        }),
    )
    const transcription = patient.start(request)
    const outcome = transcription.finish(recording)
    await Promise.resolve()
    transcription.abort()
    await expect(outcome).rejects.toMatchObject({ reason: 'cancelled' })
  })

  it('rethrows every other failure at once', async () => {
    const broken: Transcriber = {
      start: () => ({ finish: () => Promise.reject(new TranscriptionError('broken')), abort: () => {} }),
    }
    const patient = createPatientTranscriber(broken, () => Promise.reject(new Error('must not wait')))
    await expect(patient.start(request).finish(recording)).rejects.toMatchObject({ reason: 'broken' })
  })
})
