import type { listVoices, postStt, postTts } from '@vee/contract/http/speech'
import type { TurnTiming } from '#features/voice-doctor/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { forbiddenSteps, ownKeyHeaders } from '#lib/allowance.ts'
import { ApiError, type Api } from '#lib/api/index.ts'
import { randomId } from '#lib/random-id.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import {
  browserClock,
  browserSpeechRecognition,
  createAudioContextProvider,
  createBrowserTranscriber,
  createLateHandsFree,
  createMicrophone,
  createServerTranscriber,
  createTranscriberChain,
  createUtteranceStore,
  createVoiceSession,
  followListening,
  onPageHidden,
  playCue,
  playThrough,
  type ComposerPort,
  type ConversationPort,
  type Engine,
  type Live,
  type Microphone,
  type Place,
  type Transcriber,
  type VoiceSession,
} from '#voice/index.ts'
import { createLateSpeaker } from '#voice/speak/late-speaker.ts'
import type { MutableSpeaker, SpeakerOptions } from '#voice/speak/index.ts'
import { announcements } from './announcements.ts'
import { createSpokenLanguages, type SpokenLanguages } from './follow-language.ts'
import { voiceLanguage } from './language-rules.ts'
import { followTimings } from './turn-timings.ts'
import { speechOver } from './over-the-socket.ts'
import { createSpokenWords, type WordsReach } from './spoken-words.ts'

interface TalkPorts extends WordsReach {
  readonly api: Api
  readonly live: Live
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
  readonly place: () => Place
  /** whether the active agent can be talked to */
  readonly mayListen: () => boolean
}

export interface TalkVoice {
  readonly session: VoiceSession
  readonly speaker: MutableSpeaker
  readonly languages: SpokenLanguages
  /** what talking is done with, for whoever looks into it */
  readonly means: {
    readonly audioContext: () => AudioContext
    readonly microphone: Microphone
    readonly transcriber: Transcriber
  }
  /** how long the parts of the last turns took, newest first */
  readonly timings: () => readonly TurnTiming[]
}

const settings = () => useSettings.getState()

/** Wires the voice to this browser, this server and this conversation. */
export function createTalkVoice(ports: TalkPorts): TalkVoice {
  const { api, live, conversation, composer, place, mayListen } = ports
  let made: AudioContext | undefined
  const audioContext = createAudioContextProvider((context) => {
    made = context
    if (settings().selectedAudioOutputDeviceId !== '') {
      playThrough(context, settings().selectedAudioOutputDeviceId)
    }
  })
  const speaker = createLateSpeaker({
    load: async () =>
      (await import('#voice/speak/index.ts')).createSpeaker(speakerOptions(api, live, audioContext)),
    letSoundOut: () => void audioContext().resume(),
  })
  const microphone = createMicrophone(audioContext, () => settings().selectedAudioInputDeviceId)
  const cue = (kind: 'listening' | 'listened') => {
    const { enableUiSounds, uiSoundVolume, muted } = settings()
    if (enableUiSounds && !muted) playCue(audioContext(), kind, uiSoundVolume)
  }
  const words = createSpokenWords(ports)
  const languages = createSpokenLanguages()
  const transcriber = createTalkTranscriber(api, live, (engine) => session.notify(`recognition-${engine}`))
  const session: VoiceSession = createVoiceSession({
    microphone,
    transcriber,
    handsFree: createLateHandsFree(async (seat) => {
      const { createTalkHandsFree } = await import('./hands-free-of-talk.ts')
      const hearing = { microphone, transcriber, ...words, createId: randomId }
      return createTalkHandsFree(seat, { ...hearing, chime: () => cue('listening') })
    }),
    understand: words.understand,
    onHeardIn: languages.onHeard,
    utterances: createUtteranceStore(() => session.notify('storage-unavailable')),
    speaker,
    conversation,
    composer,
    preferences: {
      sendsAtOnce: () => settings().sendsTranscriptAtOnce && settings().audioInputMode === 'push-to-talk',
      inputMode: () => settings().audioInputMode,
      mayListen,
      shortestSeconds: () => settings().continuous.minSegmentSeconds,
      speaksReplies: () => settings().autoPlayTts && !settings().muted,
      spokenLanguage: languages.expected,
      replyLanguage: () => voiceLanguage(settings(), currentLanguage()),
    },
    place,
    clock: browserClock,
    createId: randomId,
    onPageHidden,
  })
  followListening(session, cue)
  speaker.subscribe((event) => {
    if (event.type === 'notice' && event.notice === 'voice-credits-exhausted') {
      changeSettings({ ttsProvider: 'browser_tts' })
    }
  })
  speaker.setMuted(settings().muted)
  useSettings.subscribe(({ audioInputMode, selectedAudioOutputDeviceId: output, speechLanguage }, before) => {
    // A voice was chosen for the language before: the default of the new one fits it.
    if (speechLanguage !== before.speechLanguage && before.speechLanguage !== '') {
      changeSettings({ selectedTtsVoiceId: '' })
    }
    if (audioInputMode !== before.audioInputMode) session.stopListening()
    if (made && output !== before.selectedAudioOutputDeviceId) playThrough(made, output)
  })
  useSettings.subscribe(({ currentAppMode }, before) => {
    if (currentAppMode !== before.currentAppMode && !mayListen()) session.leave()
  })
  useSettings.subscribe(({ muted }, before) => {
    if (muted === before.muted) return
    // In this order: a voice that the session stops is known to be cut off, and where.
    if (muted) session.hush()
    speaker.setMuted(muted)
  })
  const timings = followTimings(session)
  return { session, speaker, languages, timings, means: { audioContext, microphone, transcriber } }
}

function createTalkTranscriber(api: Api, live: Live, onFallback: (engine: Engine) => void): Transcriber {
  const createRecognition = browserSpeechRecognition()
  return createTranscriberChain(
    {
      server: live.transcriber(
        createServerTranscriber(
          (form, signal) => sendAudio(api, form, signal),
          () => settings().sttOptions.prompt,
        ),
      ),
      browser: createBrowserTranscriber(
        createRecognition,
        () => settings().speechLanguage || currentLanguage(),
      ),
      isBrowserSupported: createRecognition !== undefined,
    },
    (): Engine => (settings().sttPreference === 'browser_speech' ? 'browser' : 'server'),
    onFallback,
  )
}

function speakerOptions(api: Api, live: Live, audioContext: () => AudioContext): SpeakerOptions {
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
      const { ttsProvider, selectedTtsVoiceId, ttsRate, ttsPitch, ttsVolume } = settings()
      return {
        provider: ttsProvider,
        voiceId: selectedTtsVoiceId,
        rate: ttsRate,
        pitch: ttsPitch,
        volume: ttsVolume,
      }
    },
    announcements,
    audioContext,
    browserSpeech:
      'speechSynthesis' in globalThis
        ? { synthesis: speechSynthesis, createUtterance: (text) => new SpeechSynthesisUtterance(text) }
        : undefined,
  }
}

/** The transcriber reads refusals itself and takes a rejection for a broken connection, as fetch has it. */
async function sendAudio(api: Api, form: FormData, signal: AbortSignal): Promise<Response> {
  try {
    return await api.send<typeof postStt>('POST', '/stt', { body: form, headers: ownKeyHeaders(), signal })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0) throw new TypeError(error.message, { cause: error })
    return Response.json({ error: error.code }, { status: error.status })
  }
}
