import type { listVoices, postTts } from '@vee/contract/http/speech'
import { activeVoice } from '#lib/active-voice.ts'
import { forbiddenSteps, ownKeyHeaders } from '#lib/allowance.ts'
import type { Api } from '#lib/api/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { LazyLive } from '#voice/index.ts'
import { createSpeaker, type MutableSpeaker, type SpeakerOptions } from '#voice/speak/index.ts'
import { announcements } from '../../talk/announcements.ts'
import { speechOver } from '../../talk/speech-over-the-socket.ts'

const settings = () => useSettings.getState()

/** Speaks replies with the voice and server in the settings. */
export function createBrowserSpeaker(
  api: Api,
  live: LazyLive,
  audioContext: () => AudioContext,
): MutableSpeaker {
  return createSpeaker(speakerOptions(api, live, audioContext))
}

function speakerOptions(api: Api, live: LazyLive, audioContext: () => AudioContext): SpeakerOptions {
  return {
    api: {
      listVoices: () => api.json<typeof listVoices>('GET', '/tts/voices'),
      makeSpeech: (order, signal) =>
        speechOver(live, order.text, signal, () =>
          api.send<typeof postTts>('POST', '/tts', {
            body: { ...order, budget: { forbid: forbiddenSteps() } },
            headers: ownKeyHeaders(),
            signal,
          }),
        ),
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
