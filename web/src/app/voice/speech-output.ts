import type { listVoices } from '@vee/contract/http/speech'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import type { Api } from '#lib/http/index.ts'
import type { LazyTransport } from '#voice/index.ts'
import { createSpeechOutput, type MutableSpeechOutput, type SpeechOutputOptions } from '#voice/speak/index.ts'
import { announcements } from '#features/voice/read-aloud/announcements.ts'

/** Speaks replies with the voice and server in the settings. */
export function createBrowserSpeechOutput(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
  agentAt: SpeechOutputOptions['agentAt'],
): MutableSpeechOutput {
  return createSpeechOutput(speechOutputOptions(api, transport, audioContext, agentAt))
}

function speechOutputOptions(
  api: Api,
  transport: LazyTransport,
  audioContext: () => AudioContext,
  agentAt: SpeechOutputOptions['agentAt'],
): SpeechOutputOptions {
  return {
    api: {
      listVoices: () => api.json<typeof listVoices>('GET', '/tts/voices'),
      makeSpeech: async (request, signal) => (await transport.load()).speech(request, signal),
    },
    settings: voiceSettings,
    announcements,
    agentAt,
    audioContext,
    browserSpeech:
      'speechSynthesis' in globalThis
        ? { synthesis: speechSynthesis, createUtterance: (text) => new SpeechSynthesisUtterance(text) }
        : undefined,
  }
}
