import type { listVoices } from '@vee/contract/http/speech'
import { activeVoice } from '#lib/audio/active-voice.ts'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { LazyTransport } from '#voice/index.ts'
import { createSpeaker, type MutableSpeaker, type SpeakerOptions } from '#voice/speak/index.ts'
import { announcements } from '#features/voice/read-aloud/announcements.ts'

const settings = () => useSettings.getState()

/** Speaks replies with the voice and server in the settings. */
export function createBrowserSpeaker(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
): MutableSpeaker {
  return createSpeaker(speakerOptions(api, transport, audioContext))
}

function speakerOptions(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
): SpeakerOptions {
  return {
    api: {
      listVoices: () => api.json<typeof listVoices>('GET', '/tts/voices'),
      makeSpeech: async (request, signal) => (await transport.load()).speech(request, signal),
    },
    settings: () => {
      const { ttsProvider, ttsVolume } = settings()
      return { ...activeVoice(), provider: ttsProvider, volume: ttsVolume }
    },
    announcements,
    audioContext,
    browserSpeech:
      'speechSynthesis' in globalThis
        ? { synthesis: speechSynthesis, createUtterance: (text) => new SpeechSynthesisUtterance(text) }
        : undefined,
  }
}
