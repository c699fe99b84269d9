import type { listVoices } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { Agent } from '@vee/contract/entities/agent'
import type { LiveSpeech } from '@vee/contract/live/messages'
import { type Chat, nextQuestion } from '#features/chat/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { activeVoice } from '#lib/active-voice.ts'
import { forbiddenSteps, ownKeysDue } from '#lib/allowance.ts'
import type { Api } from '#lib/api/index.ts'
import { isCostLimitReached } from '#lib/cost-limits.ts'
import { readToken } from '#lib/auth-token.ts'
import { randomId } from '#lib/random-id.ts'
import { sessionId } from '#lib/session-id.ts'
import { useSettings } from '#lib/settings/index.ts'
import { systemClock } from '#voice/index.ts'
import { LiveVoice, openSocketInWorker } from '#voice/live/index.ts'
import { voiceForReply } from '#voice/speak/voices/choose-voice.ts'
import { announcements } from '../../talk/announcements.ts'
import { chatPreferences } from '../../talk/chat-preferences.ts'
import { voiceLanguage } from '../../talk/language-rules.ts'
import { commandLanguages, wakeWordsOf } from '../../talk/spoken-words.ts'

export interface TalkLiveParts {
  readonly api: Api
  /** the active one; undefined during dictation */
  readonly chat: () => Chat | undefined
  readonly agents: () => readonly Agent[]
}

const settings = () => useSettings.getState()

/** Creates the voice over the socket, with this browser's settings. */
export function createBrowserLiveVoice({ api, chat, agents }: TalkLiveParts): LiveVoice {
  let voices: readonly Voice[] = []
  // Until they are loaded, replies are spoken over HTTP.
  void api.json<typeof listVoices>('GET', '/tts/voices').then(
    (list) => (voices = list.voices),
    () => {},
  )

  function speech(): LiveSpeech | undefined {
    const { autoPlayTts, muted, ttsProvider } = settings()
    if (!autoPlayTts || muted || ttsProvider !== 'server') return undefined
    const language = voiceLanguage(settings(), currentLanguage())
    const { voiceId, wish, rate } = activeVoice()
    const natural = voices.filter(({ quality, id }) => quality === 'natural' || id === voiceId)
    const voice = voiceForReply(natural, language, voiceId, wish)
    const budget = { forbid: forbiddenSteps() }
    return (
      voice && {
        voice: voice.id,
        speed: rate,
        language,
        announcements: { ...announcements(language) },
        budget,
      }
    )
  }

  return new LiveVoice({
    address: `${location.origin.replace(/^http/, 'ws')}/api/live`,
    hello: () => {
      const token = readToken()
      return { sessionId: sessionId(), locale: currentLanguage(), ...(token !== undefined && { token }) }
    },
    prompt: () => settings().sttOptions.prompt,
    // If the user's own cost limit blocks questions, no speculative reply is started either.
    question: () => (sendsByItself() && !isCostLimitReached() ? seedOf(chat()) : undefined),
    commands: () => ({
      languages: commandLanguages(),
      agents: agents().map(({ label }) => label),
      wakeWords: [...wakeWordsOf(agents())],
    }),
    speech,
    ownKeys: ownKeysDue,
    createId: randomId,
    clock: systemClock,
    openSocket: openSocketInWorker,
  })
}

/** Returns true if transcripts are sent without a review. */
function sendsByItself(): boolean {
  const { audioInputMode, sendsTranscriptAtOnce, continuous } = settings()
  if (audioInputMode === 'continuous') return continuous.autoSend
  return audioInputMode === 'push-to-talk' && sendsTranscriptAtOnce
}

function seedOf(chat: Chat | undefined) {
  const next = chat && nextQuestion(chat.state.getState(), chatPreferences(chat.state.getState().agentId))
  if (!next) return undefined
  const { stream: _, ...seed } = next
  return seed
}
