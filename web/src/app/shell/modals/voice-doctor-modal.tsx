import type { getHealth, getSpeechStatus } from '@vee/contract/http/system'
import type { listVoices, postTts } from '@vee/contract/http/speech'
import { useMemo } from 'react'
import { SoundPlaces } from '#features/voice/speech-setup/sound-places.tsx'
import { VoiceDoctor } from '#features/voice/voice-doctor/index.ts'
import { ownKeyHeaders } from '#lib/costs/allowance.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { useSettings } from '#lib/settings/index.ts'
import { playTones, type DoctorPorts } from '#voice/doctor/index.ts'
import { systemClock } from '#voice/index.ts'
import { createHttpTransport } from '#voice/transport/http-transport.ts'
import { useRuntime } from '../../runtime-context.ts'
import { createAppTranscriber } from '../../voice/transcriber.ts'
import type { ModalProps } from './modal-props.ts'

/** A short word that every voice can pronounce. */
const WORD = 'Vee.'

export function VoiceDoctorModal({ dialogOptions }: ModalProps) {
  const { api, dependencies, session, shell, languages, timings } = useRuntime()
  const ports = useMemo<DoctorPorts>(
    () => ({
      microphone: {
        ...dependencies.microphone,
        open(onLost, signal) {
          // The microphone and voice must not be used by two components.
          session.stopListening()
          session.stopSpeech()
          return dependencies.microphone.open(onLost, signal)
        },
      },
      transcriber: createAppTranscriber({
        api,
        // The test sentence is transcribed as a recording.
        transport: createHttpTransport(
          createTurnEndpoints(api),
          () => useSettings.getState().sttOptions.prompt,
        ),
        service: shell.service,
        onFallback: (engine) => session.notify(`recognition-${engine}`),
      }),
      clock: systemClock,
      language: languages.expected,
      playTones: (ms) => playTones(dependencies.audioContext(), ms, useSettings.getState().ttsVolume),
      transport: async () => await (await dependencies.transport.load()).check(),
      ping: (signal) => api.json<typeof getHealth>('GET', '/health', { signal }),
      async firstSound(signal) {
        const body = { text: WORD, format: 'pcm' } as const
        const headers = ownKeyHeaders()
        const sound = await api.send<typeof postTts>('POST', '/tts', { body, headers, signal })
        const reader = sound.body?.getReader()
        const first = await reader?.read()
        await reader?.cancel()
        if (first?.value === undefined) return undefined
        return {
          provider: sound.headers.get('x-tts-provider') ?? '',
          voiceId: sound.headers.get('x-tts-voice') ?? '',
        }
      },
      async voiceName(voiceId, signal) {
        const { voices } = await api.json<typeof listVoices>('GET', '/tts/voices', { signal })
        return voices.find(({ id }) => id === voiceId)?.name ?? voiceId
      },
      async engine(direction, provider, signal) {
        const status = await api.json<typeof getSpeechStatus>('GET', '/system/speech', { signal })
        return status[direction].find(({ id }) => id === provider)
      },
    }),
    [api, dependencies, session, shell, languages],
  )
  return (
    <VoiceDoctor ports={ports} timings={timings()} places={<SoundPlaces api={api} />} {...dialogOptions} />
  )
}
