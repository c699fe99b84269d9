import { organizeConversation, shareConversation } from './voice/organize-conversation.ts'
import { spokenPaths } from './voice/spoken-paths.ts'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { speakerAt } from '@vee/contract/entities/speaker'
import type { LookSource } from '@vee/contract/spoken/look'
import { createChatStore, createComposer, type Chat, type Composer } from '#features/chat/index.ts'
import { keepForOffline } from '#features/system/offline/index.ts'
import { useFoundPassages } from '#lib/files/found-passages.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { createApi, type Api } from '#lib/http/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { PresenceController } from '#presence/index.ts'
import { browserPage, ThemeController } from '#themes/index.ts'
import { isCostLimitReached } from '#lib/costs/cost-limits.ts'
import {
  createLazyTransport,
  mayHaveDatabase,
  type LazyTransport,
  type ReplyProgress,
  type VoiceState,
} from '#voice/index.ts'
import { beginVisit } from './shell/services/begin-visit.ts'
import { leaveWhenExpired } from './shell/services/leave-when-expired.ts'
import { offerBetweenTurns } from './shell/services/offer-new-version.tsx'
import { createEngagement, followFocus, followForms, type Engagement } from './shell/services/engagement.ts'
import {
  createShellServices,
  followPreferences,
  type ShellServices,
} from './shell/services/shell-services.ts'
import { canBeTalkedTo, createAgentStore, fetchAgents, type AgentStore } from './chat/agents.ts'
import { chatSettings } from './chat/chat-preferences.ts'
import { detectAfterMessages } from '#features/voice/languages/detect-after-messages.ts'
import { createDictation, type Dictation } from './chat/dictation.ts'
import { followActiveAgent } from './chat/follow-agent.ts'
import { followSpeakers } from './chat/follow-speakers.ts'
import { requestRecord } from './screens/talk/pending-record.ts'
import { loadSpeechSideEffects } from './voice/lazy-speech-side-effects.ts'
import { createPayment } from './chat/payment.ts'
import { talkPorts } from './voice/conversation.ts'
import { createAppVoice, type AppVoice } from './voice/voice.ts'
import { activeAgentStore, BACKGROUND_REPORT } from '#lib/active-agent.ts'
import { INDEXED_STORE_PREFIX } from '#lib/storage/storage.ts'

/** The conversation with one agent, and its message field. */
interface Talk {
  readonly chat: Chat
  readonly composer: Composer
}

/** The objects that outlive a screen. Created once at page load. */
export interface Runtime extends AppVoice {
  readonly api: Api
  readonly agents: AgentStore
  readonly presence: PresenceController
  readonly themes: ThemeController
  readonly shell: ShellServices
  /** cached for the lifetime of the page */
  readonly talkWith: (agentId: AgentId) => Talk
  readonly dictation: Dictation
  /** Lets an agent answer in the open conversation from here on; opens its own one where that has not begun. */
  readonly continueWith: (agentId: AgentId) => void
  /** Sends the text to the active agent, as if it had been typed. */
  readonly sendMessage: (text: string) => void
  /** Asks the active agent in the background. Never rejects. */
  readonly askLater: (text: string, isSpoken: boolean) => Promise<void>
}

const activeAgent = (): AgentId => useSettings.getState().activeAgentId

/**
 * The active agent is initialized from the saved one; switching saves it, and changing the saved one
 * switches.
 */
export function useActiveAgent(): AgentId {
  return useSettings((settings) => settings.activeAgentId)
}

export function switchAgent(agentId: AgentId): void {
  changeSettings({ activeAgentId: agentId })
}

export function createRuntime(): Runtime {
  const api = createApi()
  const agents = createAgentStore()
  const themes = new ThemeController(browserPage(), usePreferences.getState().autoTheme)
  const presence = new PresenceController({ profile: themes.current.profile, isLoading: true })
  const shell = createShellServices(api, presence)
  const payment = createPayment(api, shell)
  const talks = new Map<AgentId, Talk>()
  const endWelcome = beginVisit(shell)
  const dictation = createDictation()
  const toast = (title: string) => shell.notices.toast({ type: 'info', title })

  const transport = createLazyTransport(async () => {
    const { createBrowserTransport } = await import('./voice/transport.ts')
    return createBrowserTransport({
      api,
      chat: () => (dictation.writer() ? undefined : active().chat),
      agents: () => agents.getState().agents,
    })
  })

  const talkWith = (agentId: AgentId): Talk => {
    const existing = talks.get(agentId)
    if (existing) return existing
    const chat = createChatStore({
      api,
      transport,
      ...chatSettings(agentId),
      payment,
      onAsked: (turnId, isResumed) => {
        endWelcome()
        adoptWhenRunning(
          () => chat,
          turnId,
          () => voice.session.adoptReply(turnId, !isResumed),
        )
      },
      onProgress: report,
      // Nothing is sent if the user's own cost limit is reached.
      askOverVoice: (question) => (isCostLimitReached() ? undefined : transport.askOverSocket(question)),
      maySendWaiting: () => !isOccupied(voice.session.snapshot().state),
    })
    detectAfterMessages(api, chat)
    const talk = { chat, composer: createComposer(chat, sendMessage) }
    talks.set(agentId, talk)
    return talk
  }
  const active = () => talkWith(activeAgent())
  const continueWith = (agentId: AgentId): void => {
    const { chat } = active()
    if (!canContinueWith(chat, agentId)) return switchAgent(agentId)
    // A conversation with a live model belongs to its agent.
    if (voice.session.snapshot().listening.kind === 'live') voice.session.stopListening()
    chat.continueWith(agentId)
  }

  const voice: AppVoice = createAppVoice({
    api,
    transport,
    presence,
    service: shell.service,
    ...talkPorts({ active, talks, dictation, report }),
    sendMessage: (text) => void active().chat.send(text),
    origin: () => ({
      agentId: activeAgent(),
      conversationId: active().chat.state.getState().conversationId,
    }),
    agents: () => agents.getState().agents,
    // Dictation is passed to the agent's own screen, for any agent.
    mayListen: () => dictation.writer() !== undefined || canBeTalkedTo(agents.getState(), activeAgent()),
    looksAt: () => {
      const { capabilities } = agents.getState().agents.find(({ id }) => id === activeAgent()) ?? {}
      const { messages, draftAttachments } = active().chat.state.getState()
      if (!capabilities?.attachments || dictation.writer()) return 'nothing'
      // Later, "What is this?" may be about a reply or a file.
      return messages.length === 0 && draftAttachments.length === 0 ? 'questions' : 'demands'
    },
    hasSources() {
      const last = active()
        .chat.state.getState()
        .messages.findLast(({ role, text }) => role === 'assistant' && text !== '')
      return last !== undefined && 'sources' in last && (last.sources?.length ?? 0) > 0
    },
    hasFound: async (what) => {
      const { playableIn, questionIn } =
        await import('#features/voice/spoken-commands/found-in-conversation.ts')
      const { messages } = active().chat.state.getState()
      const { found } = useFoundPassages.getState()
      return (what === 'search' ? questionIn : playableIn)(messages, found) !== undefined
    },
    callAgent: continueWith,
    agentAt: (replyId, offset) => agentAt(active().chat, replyId, offset),
    isSignedIn: () => readToken() !== undefined,
    announce: (text) => announce(text),
    chat: () => active().chat,
    onLiveEnded: (end) => {
      void import('#features/voice/live-mode/announce-end.ts').then(
        ({ announceLiveEnd }) => announceLiveEnd(end, { session: voice.session, show: toast }),
        () => {},
      )
    },
    // Its code is loaded with the first command.
    executeCommand: (command) => {
      void import('#features/voice/spoken-commands/execute-command.ts').then(({ executeCommand }) =>
        executeCommand(command, {
          api,
          session: voice.session,
          chat: () => active().chat,
          agents: () => agents.getState().agents,
          activeAgent: () => active().chat.state.getState().answeringAgentId,
          switchAgent: continueWith,
          tell: toast,
          lookAt: (source, text) => void lazyLookAt(source, text),
          stopLook: () => void import('#features/chat/look/open-look.ts').then(({ stopLook }) => stopLook()),
          playMeeting: (id, seconds) => {
            switchAgent('meeting_summarizer')
            requestRecord('meeting_summarizer', id, seconds, true)
          },
          paths: () => spokenPaths(active().chat),
          organize: (wish) => organizeConversation(active().chat, wish),
          askInBackground: (text) => askLater(text, true),
          share: (days) => shareConversation(active().chat, shell, days),
          openModelPicker: (search) => shell.page.openModal({ id: 'model-picker', modelWish: { search } }),
        }),
      )
    },
  })

  function announce(text: string): void {
    toast(text)
    const { autoPlayTts, muted } = useSettings.getState()
    if (autoPlayTts && !muted) voice.session.announce(text)
  }

  async function askLater(text: string, isSpoken: boolean): Promise<void> {
    const { composer } = active()
    const loaded = await import('./chat/ask-in-background.ts').catch(() => undefined)
    if (loaded) await loaded.askInBackground(text, { composer, isSpoken, announce })
    // Offline: the words are kept.
    else if (isSpoken) composer.addTranscript(text)
  }

  async function lazyLookAt(source: LookSource, text: string): Promise<void> {
    const { composer } = active()
    const loaded = await import('./voice/look-on-request.ts').catch(() => undefined)
    if (loaded) await loaded.lookOnRequest(composer, source, text)
    // Offline: the words are kept.
    else composer.addTranscript(text)
  }

  function report(progress: ReplyProgress): void {
    // Requested while the voice was busy.
    if (progress.type === 'reply-started') voice.session.adoptReply(progress.turnId, true)
    voice.session.progress(progress)
  }

  function sendMessage(text: string): void {
    const { chat } = active()
    // Typed messages wait while a reply is generated. Spoken ones interrupt it, and are sent together with
    // the waiting text.
    const { state, listening } = voice.session.snapshot()
    if (chat.state.getState().running && !isTalking(state.phase) && listening.kind !== 'live')
      return void chat.send(text)
    engagement.begin()
    voice.session.submit(text)
  }

  loadSpeechSideEffects(voice, () => active().chat)
  const engagement = createEngagement(presence, () => voice.session.snapshot().visual)
  followForms(engagement)
  followSession(voice, engagement, transport, { talks, active })
  followThemes(themes, presence)
  followActiveAgent(agents, shell.notices)
  followSpeakers(agents, () => active().chat, voice.session)
  void fetchAgents(api, agents)
  followPreferences(themes, presence)
  followFocus(presence)
  api.onSessionExpired(leaveWhenExpired)
  keepForOffline(offerBetweenTurns(voice.session, shell.notices))
  void resumeStoredRecordings(api)

  return {
    ...voice,
    api,
    agents,
    presence,
    themes,
    shell,
    talkWith,
    continueWith,
    dictation,
    sendMessage,
    askLater,
  }
}

/** The diary talks to its owner alone, in a conversation of its own. */
export const STAYS_ALONE: AgentId = 'diary_agent'

/** Returns whether another agent can answer in a conversation: it has begun, and is not the diary's. */
export function canContinueWith({ state }: Chat, agentId: AgentId): boolean {
  const { agentId: ownerId, messages } = state.getState()
  return messages.length > 0 && ownerId !== STAYS_ALONE && agentId !== STAYS_ALONE
}

/** Returns the agent that speaks at an offset of a reply; undefined if the conversation does not have it. */
function agentAt({ state }: Chat, replyId: string, offset: number): string | undefined {
  if (replyId === BACKGROUND_REPORT) return activeAgentStore.getState().reportingAgent?.id
  const reply = state.getState().messages.find(({ id }) => id === replyId)
  return reply?.role === 'assistant' ? speakerAt({ ...reply, content: reply.text }, offset) : undefined
}

/** The code is loaded only in a browser that has stored a recording, or anything else, in an indexed store. */
async function resumeStoredRecordings(api: Api): Promise<void> {
  if (!(await mayHaveDatabase((name) => name.startsWith(INDEXED_STORE_PREFIX)))) return
  // Offline, it is resumed when the meetings are opened.
  const loaded = await import('./resume-recordings.ts').catch(() => undefined)
  await loaded?.resumeRecordings(api)
}

/**
 * Notifies the voice of a reply, one microtask later: a chat that resumes a reply from an earlier page does
 * so while it is created, and the voice may need that chat. A reply that was rejected before sending has
 * ended by then.
 */
function adoptWhenRunning(chatOf: () => Chat, turnId: string, adopt: () => void): void {
  queueMicrotask(() => {
    const { state } = chatOf()
    if (state.getState().running?.turnId === turnId) adopt()
  })
}

/** Applies the profile of the current theme to the presence. */
function followThemes(themes: ThemeController, presence: PresenceController): void {
  presence.tell({ type: 'profile', profile: themes.current.profile })
  themes.follow()
  themes.subscribe(({ theme, byUser }) => {
    presence.tell({ type: 'profile', profile: theme.profile })
    if (byUser) presence.tell({ type: 'event', event: 'theme-chosen' })
  })
}

function isTalking(phase: VoiceState['phase']): boolean {
  return phase === 'opening' || phase === 'capturing' || phase === 'transcribing'
}

/** Returns true while the user or the voice speaks: waiting messages continue to wait. */
function isOccupied(state: VoiceState): boolean {
  if (state.phase === 'replying') return state.voice === 'coming' || state.voice === 'paused'
  return state.phase === 'speaking' || isTalking(state.phase)
}

/**
 * Shows the voice's state in the presence, records in the conversation how much of a reply was played, and
 * sends a message that waited for the voice.
 */
function followSession(
  { session }: AppVoice,
  engagement: Engagement,
  transport: LazyTransport,
  { talks, active }: { readonly talks: ReadonlyMap<AgentId, Talk>; readonly active: () => Talk },
): void {
  let { visual, interruptedReply } = session.snapshot()
  session.subscribe(() => {
    const now = session.snapshot()
    if (now.visual !== visual) engagement.show(now.visual)
    if (now.interruptedReply && now.interruptedReply !== interruptedReply) {
      const { replyId, playedUntil } = now.interruptedReply
      // Leaving an agent stops its voice: the reply then belongs to another conversation than the active one.
      for (const { chat } of talks.values()) {
        const text = textOf(chat, replyId)
        if (text === undefined) continue
        chat.markPlayed(replyId, playedUntil)
        if (chat === active().chat) transport.interrupted(replyId, text.slice(0, playedUntil))
      }
    }
    ;({ visual, interruptedReply } = now)
    active().chat.sendWaitingMessage()
  })
}

/** Returns the text of that reply in that conversation; undefined if it belongs to another. */
function textOf({ state }: Chat, replyId: string): string | undefined {
  const { running, messages } = state.getState()
  return running?.replyId === replyId ? running.text : messages.find(({ id }) => id === replyId)?.text
}
