import type { Agent } from '@vee/contract/entities/agent'
import { type Chat, questionNow } from '#features/chat/index.ts'
import { commandLanguages } from '#features/voice/spoken-commands/spoken-words.ts'
import { currentLanguage } from '#i18n/index.ts'
import { voiceLanguage } from '#lib/language/language-rules.ts'
import { randomId } from '#lib/random-id.ts'
import { useSettings } from '#lib/settings/index.ts'
import { systemClock, type Microphone, type VoiceSessionController } from '#voice/index.ts'
import { createLiveCall, type LiveCall, type LiveCallHooks } from '#voice/live-model/live-call.ts'
import type { LiveCallPorts, LiveCallStart } from '#voice/live-model/ports.ts'
import { openPlayer } from '#voice/speak/playback/open-player.ts'
import { SocketConnection } from '#voice/transport/socket/connection.ts'
import { openSocketInWorker } from '#voice/transport/socket/socket-in-worker.ts'
import { chatPreferences } from '../chat/chat-preferences.ts'
import { createLiveCallChat } from './live-call-chat.ts'
import { createSpeechDetector } from './speech-detector.ts'
import { voiceSocketAddress, callerIdentity } from '#lib/http/voice-socket-caller.ts'

export interface LiveCallDependencies extends Pick<LiveCallPorts, 'onFallBack' | 'executeCommand'> {
  readonly microphone: Microphone
  readonly audioContext: () => AudioContext
  readonly chat: () => Chat
  readonly agents: () => readonly Agent[]
}

const settings = () => useSettings.getState()

/** Connects conversations with live models to this browser, the user's settings and the active conversation. */
export function createBrowserLiveCall(
  controller: VoiceSessionController,
  hooks: LiveCallHooks,
  { audioContext, chat, agents, ...dependencies }: LiveCallDependencies,
): LiveCall {
  const conversation = createLiveCallChat()
  return createLiveCall(
    controller,
    {
      ...dependencies,
      conversation,
      openPlayer: (options) => openPlayer(audioContext(), options),
      connect(listener) {
        const connection = new SocketConnection(
          {
            address: voiceSocketAddress(),
            hello: callerIdentity,
            clock: systemClock,
            openSocket: openSocketInWorker,
          },
          listener,
        )
        if (!connection.open()) queueMicrotask(() => listener.down())
        return connection
      },
      start() {
        const active = chat()
        conversation.begin(active)
        return liveStartOf(active, agents())
      },
      createDetector: () => createSpeechDetector(settings().continuous.sensitivityDb),
      usesHeadphones: () => settings().usesHeadphones,
      volume: () => (settings().muted ? 0 : settings().ttsVolume),
      clock: systemClock,
      createId: randomId,
    },
    hooks,
  )
}

/** Returns the conversation as a live model continues it. */
function liveStartOf(chat: Chat, agents: readonly Agent[]): LiveCallStart {
  const state = chat.state.getState()
  const { answeringAgentId: agentId, conversationId } = state
  const preferences = chatPreferences(agentId, conversationId)
  const { personaOverride, useTools, useSearch, history } = preferences
  const { liveModelId, liveVoiceId, wakeWords } = settings()
  return {
    ...(liveModelId !== '' && { model: liveModelId }),
    ...(liveVoiceId !== '' && { voice: liveVoiceId }),
    agentId,
    conversationId,
    messages: questionNow(state, preferences).messages,
    language: voiceLanguage(settings(), currentLanguage()),
    ...(personaOverride !== undefined && { personaOverride }),
    ...(useTools !== undefined && { useTools }),
    ...(useSearch !== undefined && { useSearch }),
    ...(history?.useAdvancedMemory !== undefined && { useAdvancedMemory: history.useAdvancedMemory }),
    commands: { languages: commandLanguages(), wakeWords: [...wakeWords] },
    // Of a locked one the model says what opens it.
    agents: agents.map(({ id, label }) => ({ id, label })),
  }
}
