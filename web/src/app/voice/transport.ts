import type { listVoices } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { Agent } from '@vee/contract/entities/agent'
import type { SocketTurnSpeech } from '@vee/contract/socket/messages'
import { withExpectedTerms } from '@vee/contract/spoken/expected-terms'
import { type Chat, nextQuestion } from '#features/chat/index.ts'
import { useLook } from '#features/chat/look/look-store.ts'
import { currentLanguage } from '#i18n/index.ts'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import { forbiddenSteps, ownKeysDue } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { isCostLimitReached } from '#lib/costs/cost-limits.ts'
import { randomId } from '#lib/random-id.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { reviewsTranscripts, useSettings } from '#lib/settings/index.ts'
import { systemClock } from '#voice/index.ts'
import { FallbackTransport } from '#voice/transport/fallback-transport.ts'
import { createHttpTransport } from '#voice/transport/http-transport.ts'
import { openSocketInWorker } from '#voice/transport/socket/socket-in-worker.ts'
import { SocketTransport } from '#voice/transport/socket/socket-transport.ts'
import { castVoice, serverSpeed } from '#voice/speak/voices/cast-voices.ts'
import { announcements } from '#features/voice/read-aloud/announcements.ts'
import { chatPreferences } from '../chat/chat-preferences.ts'
import { createAgentVoices } from './agent-voices.ts'
import { voiceSocketAddress, callerIdentity } from '#lib/http/voice-socket-caller.ts'
import { voiceLanguage } from '#lib/language/language-rules.ts'
import { commandLanguages, wakeWordsOf } from '#features/voice/spoken-commands/spoken-words.ts'

interface TransportDependencies {
  readonly api: Api
  /** returns the active one; undefined during dictation */
  readonly chat: () => Chat | undefined
  /** returns the assistants, whose names are part of spoken commands */
  readonly agents: () => readonly Agent[]
}

const settings = () => useSettings.getState()

/** Creates the transport of turns, with this browser's settings: the socket, and HTTP if it fails. */
export function createBrowserTransport(dependencies: TransportDependencies): FallbackTransport {
  const overHttp = createHttpTransport(createTurnEndpoints(dependencies.api), () => promptOf(dependencies))
  return new FallbackTransport(createBrowserSocket(dependencies), overHttp)
}

/** Returns the words to expect, with the name of the active agent. */
function promptOf({ chat, agents }: Pick<TransportDependencies, 'chat' | 'agents'>): string {
  const agentId = chat()?.state.getState().answeringAgentId
  const agent = agents().find(({ id }) => id === agentId)
  return withExpectedTerms(settings().sttOptions.prompt, agent ? [agent.label] : [])
}

function createBrowserSocket({ api, chat, agents }: TransportDependencies): SocketTransport {
  let voices: readonly Voice[] | undefined
  const voicesOf = createAgentVoices()

  /** Until they are loaded, replies are spoken over HTTP. */
  function loadVoices(): void {
    if (voices) return
    voices = []
    void api.json<typeof listVoices>('GET', '/tts/voices').then(
      (list) => {
        voices = list.voices
        // The first casting takes longest, and the first turn has not begun.
        speech()
      },
      () => {},
    )
  }

  function speech(): SocketTurnSpeech | undefined {
    const { autoPlayTts, muted, ttsProvider } = settings()
    if (!autoPlayTts || muted || ttsProvider !== 'server') return undefined
    const language = voiceLanguage(settings(), currentLanguage())
    const { speakers, agentId, rate } = voiceSettings()
    const isChosen = ({ id }: Voice) => speakers.some(({ voiceId }) => voiceId === id)
    const natural = (voices ?? []).filter((voice) => voice.quality === 'natural' || isChosen(voice))
    const role = castVoice(natural, { language, speakers, speakerId: agentId })
    const budget = { forbid: forbiddenSteps() }
    return (
      role && {
        voice: role.voice.id,
        speed: serverSpeed(rate * role.pace, role.semitones),
        language,
        voices: voicesOf(agents(), natural, language),
        announcements: { ...announcements(language) },
        ...(role.voice.hasWordTimes === true && { wordTimes: true }),
        budget,
      }
    )
  }

  return new SocketTransport({
    address: voiceSocketAddress(),
    hello: callerIdentity,
    prompt: () => promptOf({ chat, agents }),
    // If the user's own cost limit blocks questions, no speculative reply is started either.
    // Nor if a picture of this moment goes with the words.
    question: () =>
      sendsByItself() && !isCostLimitReached() && useLook.getState().look.kind === 'off'
        ? questionTemplateOf(chat())
        : undefined,
    commands: () => ({
      languages: commandLanguages(),
      agents: agents().map(({ label }) => label),
      wakeWords: [...wakeWordsOf(agents())],
    }),
    speech,
    ownKeys: ownKeysDue,
    interimWords: () => settings().showLiveTranscription && usePreferences.getState().showTranscriptions,
    createId: randomId,
    clock: systemClock,
    openSocket(address, listener) {
      loadVoices()
      return openSocketInWorker(address, listener)
    },
  })
}

/** Returns true if transcripts are sent without a review, and without a wake word before them. */
export function sendsByItself(): boolean {
  return settings().audioInputMode !== 'voice-activation' && !reviewsTranscripts(settings())
}

function questionTemplateOf(chat: Chat | undefined) {
  const state = chat?.state.getState()
  const next = state && nextQuestion(state, chatPreferences(state.answeringAgentId, state.conversationId))
  if (!next) return undefined
  const { stream: _, ...template } = next
  return template
}
