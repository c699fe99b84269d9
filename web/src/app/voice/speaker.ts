import type { listVoices } from '@vee/contract/http/speech'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import type { Api } from '#lib/http/index.ts'
import type { LazyTransport } from '#voice/index.ts'
import { createSpeaker, type MutableSpeaker, type SpeakerOptions } from '#voice/speak/index.ts'
import { announcements } from '#features/voice/read-aloud/announcements.ts'

/** Speaks replies with the voice and server in the settings. */
export function createBrowserSpeaker(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
  speakerAt: SpeakerOptions['speakerAt'],
): MutableSpeaker {
  return createSpeaker(speakerOptions(api, transport, audioContext, speakerAt))
}

function speakerOptions(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
  speakerAt: SpeakerOptions['speakerAt'],
): SpeakerOptions {
  return {
    api: {
      listVoices: () => api.json<typeof listVoices>('GET', '/tts/voices'),
      makeSpeech: async (request, signal) => (await transport.load()).speech(request, signal),
    },
    settings: voiceSettings,
    announcements,
    speakerAt,
    audioContext,
    browserSpeech:
      'speechSynthesis' in globalThis
        ? { synthesis: speechSynthesis, createUtterance: (text) => new SpeechSynthesisUtterance(text) }
        : undefined,
  }
}
