import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { LookSource } from '@vee/contract/spoken/look'
import { BookText, Camera, Cpu, ListChecks, MonitorUp, Stethoscope } from 'lucide-react'
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import {
  type Chat,
  type ChooseModel,
  CodeToolsContext,
  type Composer,
  LazyConversation,
  FailureActionsContext,
  fetchConversation,
  MessageAction,
  MessageField,
  ModelChoiceContext,
  type RenderCodeTools,
  Welcome,
  type MessageActionKind,
} from '#features/chat/index.ts'
import { Presence } from '#features/voice/presence/index.ts'
import { SHARED_CACHE } from '#features/system/offline/shared-cache.ts'
import { isModelThere } from '#features/system/service-status/index.ts'
import { useFetchedModel } from '#features/voice/speech-setup/index.ts'
import { agentLabel as labelOfAgent } from '../../chat/agent-label.ts'
import { useLiveModes } from '#features/voice/live-mode/use-live-modes.ts'
import { useLiveWords, useVoice, VoiceDock } from '#features/voice/voice-dock/index.ts'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { canCaptureDisplay } from '#lib/audio/audio-devices.ts'
import { isAnythingLittle, useAllowance } from '#lib/costs/allowance.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { changeSettings, chosenModels, useSettings } from '#lib/settings/index.ts'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import type { VoiceState } from '#voice/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { type Runtime, useActiveAgent } from '../../runtime.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { PartBoundary } from '../../shell/part-boundary.tsx'
import { canBeTalkedTo } from '../../chat/agents.ts'
import { lazyClearSession } from '../../chat/lazy-clear-session.ts'
import { inputSlot } from './input-slot.ts'
import { hasOwnScreen } from '../../chat/own-screens.ts'
import styles from './talk-screen.module.css'
import { useSpeechDownload, useSpeechPlayer } from './use-speech-player.ts'
import { WelcomeNote } from './welcome-note.tsx'

/** Maximum rise of the membrane as a share of the band, so that it never reaches the text above. */
const ROOM = 0.3

/** Position of the water line in the band: lower with a conversation above it. */
const WATER_LINE = { welcome: 0.42, talk: 0.72 }

const AgentPanel = lazyPart(
  async () => (await import('./agent-panel.tsx')).AgentPanel,
  loadViewTexts,
  PATIENT_TRIES,
)
const HeardLanguage = lazyPart(
  async () => (await import('./heard-language.tsx')).HeardLanguage,
  undefined,
  PATIENT_TRIES,
)
const SharedOffer = lazyPart(
  async () => (await import('./shared-offer.tsx')).SharedOffer,
  undefined,
  PATIENT_TRIES,
)
const CodeRun = lazyPart(
  async () => (await import('#features/agents/code-runner/index.ts')).CodeRun,
  loadViewTexts,
  PATIENT_TRIES,
)
const renderCodeRun: RenderCodeTools = (language, code) => <CodeRun language={language} code={code} />
/** Agents whose code blocks can be run in place. */
const RUNS_CODE: ReadonlySet<AgentId> = new Set([
  'coding_assistant',
  'coding_interviewer',
  'lc_audit_aide',
  'tutor_agent',
])
const AllowanceNote = lazyPart(
  async () => (await import('#features/accounts/usage/allowance-note.tsx')).AllowanceNote,
  undefined,
  PATIENT_TRIES,
)

const FetchingNote = lazyPart(
  async () => (await import('#features/voice/speech-setup/fetching-note.tsx')).FetchingNote,
  undefined,
  PATIENT_TRIES,
)

const WakeWordPart = lazyPart(
  async () => (await import('./wake-word-part.tsx')).WakeWordPart,
  undefined,
  PATIENT_TRIES,
)

const LiveNote = lazyPart(
  async () => (await import('#features/voice/live-mode/live-note.tsx')).LiveNote,
  undefined,
  PATIENT_TRIES,
)

/** Shows what a person should know before the microphone opens: a download, or who listens and what it costs. */
function DockNote({ runtime }: { readonly runtime: Runtime }) {
  const isFetching = useFetchedModel(({ model }) => model !== undefined)
  const waitsForWakeWord = useSettings(({ audioInputMode }) => audioInputMode === 'voice-activation')
  const isLive = useSettings(({ audioInputMode }) => audioInputMode === 'live')
  if (!isFetching && !waitsForWakeWord && !isLive) return null
  return (
    <PartBoundary isQuiet>
      {isFetching ? (
        <FetchingNote />
      ) : isLive ? (
        <LiveNote api={runtime.api} session={runtime.session} />
      ) : (
        <WakeWordPart runtime={runtime} />
      )}
    </PartBoundary>
  )
}

/** The conversation screen with the active agent: conversation above, presence between, dock below. */
export function TalkScreen() {
  const runtime = useRuntime()
  const { agents, means, presence, session, languages, shell, talkWith, sendMessage: ask } = runtime
  const agentId = useActiveAgent()
  const { chat, composer } = talkWith(agentId)
  const agent = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === agentId))
  const hasMicrophone = useStore(agents, (catalogue) => canBeTalkedTo(catalogue, agentId))
  const t = useTexts('chat')
  const agentLabel = agent?.label ?? t('welcome.fallbackAgent')
  const hasMessages = useStore(chat.state, ({ messages }) => messages.length > 0)
  const isRunning = useStore(chat.state, ({ running }) => running !== undefined)
  const isReconnecting = useStore(chat.state, ({ running }) => running?.connection === 'lost')
  const isBending = useAllowance(isAnythingLittle)
  const voice = useVoice(session)
  const isOnStandby = useSyncExternalStore(
    means.microphone.standby.subscribe,
    means.microphone.standby.isOpen,
  )
  const hasHeard = useStore(languages.last, ({ heard }) => heard !== undefined)
  const isPictured = useSettings(({ alwaysShowVoiceVisualization }) => alwaysShowVoiceVisualization)
  const { band, waterLine, room } = usePresenceLayout(hasMessages ? WATER_LINE.talk : WATER_LINE.welcome)

  const isEngaged = useStore(chat.state, ({ draft }) => draft !== '') || voice.state.phase !== 'idle'
  useEffect(() => {
    // Offline, the conversation itself shows a notice when it is opened.
    if (isEngaged) Promise.all([fetchConversation(), means.transport.load()]).catch(() => {})
  }, [isEngaged, means])

  const hasModel = useStore(shell.service.store, ({ outcome }) => outcome && isModelThere(outcome))
  const completeExample = useCallback(
    (prompt: string) => {
      composer.type(`${prompt}\n\n`)
      composer.focus()
    },
    [composer],
  )
  const isGuest = readToken() === undefined
  const focusField = useCallback(() => composer.focus(), [composer])
  const say = useCallback(
    (replyId: string, offset: number) => {
      const reply = chat.state.getState().messages.find(({ id }) => id === replyId)
      if (reply) session.replay(replyId, reply.text, offset)
    },
    [chat, session],
  )
  const readText = useCallback((id: string, text: string) => session.replay(id, text, 0), [session])
  const labelOf = useCallback(
    (id: AgentId) => labelOfAgent(agents.getState().agents, id, t('welcome.fallbackAgent')),
    [agents, t],
  )
  const stopSaying = useCallback(() => session.stopSpeech(), [session])
  const canAttach = agent?.capabilities.attachments ?? false
  const liveModes = useLiveModes(runtime.api)
  const filesComposer = canAttach ? composer : undefined
  const more = useDockMenu(shell, chat, filesComposer)
  const failureActions = useMemo(
    () => ({ clearSession: () => void lazyClearSession(runtime).catch(() => undefined) }),
    [runtime],
  )
  const chooseModel = useCallback<ChooseModel>(
    (onModel) => shell.page.openModal({ id: 'model-picker', modelWish: { onModel } }),
    [shell],
  )
  const player = useSpeechPlayer(voice, say)
  const downloadSpeech = useSpeechDownload(chat)
  const liveWords = useLiveWords(voice).inField
  const slot = useStore(inputSlot, ({ element }) => element)
  const field = (
    <MessageField
      composer={composer}
      agentLabel={agentLabel}
      placeholder={agent?.inputPlaceholder}
      canAttach={canAttach}
      liveWords={liveWords}
      onChooseModel={() => shell.page.openModal({ id: 'model-picker' })}
    />
  )
  const action = (
    <MessageAction
      composer={composer}
      kind={actionOf(voice.state.phase, isRunning)}
      onStop={() => session.stopReply()}
      onInterrupt={stopSaying}
    />
  )

  return (
    <div className={styles['talk']}>
      {hasMessages ? (
        <Suspense fallback={<div className={styles['conversation']} />}>
          <FailureActionsContext value={failureActions}>
            <ModelChoiceContext value={chooseModel}>
              <CodeToolsContext value={RUNS_CODE.has(agentId) ? renderCodeRun : undefined}>
                <LazyConversation
                  chat={chat}
                  agentLabel={agentLabel}
                  labelOf={labelOf}
                  hasLog={agent?.capabilities.showEphemeralChatLog ?? false}
                  isCompact={agent?.capabilities.usesCompactRenderer ?? true}
                  spoken={voice.saying ?? null}
                  spokenWord={voice.sayingWord}
                  onEdit={focusField}
                  onSay={say}
                  onReadText={readText}
                  onStopSaying={stopSaying}
                  player={player}
                  onDownloadSpeech={downloadSpeech}
                />
              </CodeToolsContext>
            </ModelChoiceContext>
          </FailureActionsContext>
        </Suspense>
      ) : (
        <div className={styles['welcome']}>
          <Welcome
            agent={agent}
            hasModel={hasModel}
            onPick={ask}
            onComplete={completeExample}
            note={(isGuest || hasModel === false) && <WelcomeNote isGuest={isGuest} hasModel={hasModel} />}
          />
        </div>
      )}
      {(hasMessages || hasOwnScreen(agentId)) && (
        <PartBoundary key={agentId}>
          <AgentPanel agentId={agentId} agent={agent} />
        </PartBoundary>
      )}
      {isBending && (
        <PartBoundary isQuiet>
          <AllowanceNote />
        </PartBoundary>
      )}
      {slot &&
        createPortal(
          <div className={styles['input']}>
            {field}
            {action}
          </div>,
          slot,
        )}
      <div className={styles['stage']}>
        <Presence controller={presence} levels={session.levels} waterLine={waterLine} room={room} />
        {/* Tapping the presence stops speech; the key for it is Esc. */}
        <div
          ref={band}
          role="presentation"
          className={bandClass(hasMessages, isPictured)}
          onClick={voice.state.phase === 'speaking' ? stopSaying : undefined}
        />
        <VoiceDock
          session={session}
          hasMicrophone={hasMicrophone}
          isOnStandby={isOnStandby}
          isReconnecting={isReconnecting}
          agentId={agentId}
          composer={slot ? undefined : field}
          action={slot ? undefined : action}
          aside={
            hasHeard && (
              <PartBoundary isQuiet>
                <HeardLanguage />
              </PartBoundary>
            )
          }
          note={
            <>
              <SharedNote composer={filesComposer} />
              <DockNote runtime={runtime} />
            </>
          }
          live={liveModes}
          more={more}
          onFocusField={focusField}
          onToggleMute={toggleMute}
        />
      </div>
    </div>
  )
}

/** Returns the items of the dock's menu in addition to the modes. */
function useDockMenu(
  shell: Runtime['shell'],
  chat: Chat,
  /** absent for agents that take no files */
  composer: Composer | undefined,
): readonly MenuGroup[] {
  const voiceTexts = useTexts('voice')
  const { agentId } = chat.state.getState()
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  const chosen = useSettings((settings) => chosenModels(settings, agentId, conversationId).typed)
  return useMemo(
    () => [
      {
        items: [
          // Prompts are stored in an account.
          ...(readToken() === undefined
            ? []
            : [
                {
                  id: 'prompts',
                  label: voiceTexts('dock.prompts'),
                  icon: BookText,
                  onSelect: () => shell.page.openModal({ id: 'prompts' }),
                },
              ]),
          ...(composer
            ? [
                {
                  id: 'camera',
                  label: voiceTexts('dock.camera'),
                  icon: Camera,
                  onSelect: () => void look('camera'),
                },
              ]
            : []),
          ...(composer && canCaptureDisplay()
            ? [
                {
                  id: 'screenshot',
                  label: voiceTexts('dock.screenshot'),
                  icon: MonitorUp,
                  onSelect: () => void attachScreenshot(composer),
                },
                {
                  id: 'share-screen',
                  label: voiceTexts('dock.shareScreen'),
                  icon: MonitorUp,
                  onSelect: () => void look('screen'),
                },
              ]
            : []),
          {
            id: 'model',
            label: voiceTexts('dock.model', { model: modelLabel(chosen) || voiceTexts('dock.modelAuto') }),
            icon: Cpu,
            onSelect: () => shell.page.openModal({ id: 'model-picker' }),
          },
          {
            id: 'history-preview',
            label: voiceTexts('dock.received'),
            icon: ListChecks,
            onSelect: () => shell.page.openModal({ id: 'history-preview' }),
          },
          {
            id: 'doctor',
            label: voiceTexts('dock.doctor'),
            icon: Stethoscope,
            onSelect: () => shell.page.openModal({ id: 'voice-doctor' }),
          },
        ],
      },
    ],
    [voiceTexts, shell, chosen, composer],
  )
}

/** Opens the camera, or asks which screen to share: each message takes one picture along until the user closes it. */
async function look(source: LookSource): Promise<void> {
  const { openLook } = await import('#features/chat/look/open-look.ts')
  await openLook(source)
}

/** Attaches a picture of a tab, a window or a screen that the user selects. */
async function attachScreenshot(composer: Composer): Promise<void> {
  const { takeScreenshot } = await import('#features/chat/files/take-screenshot.ts')
  const file = await takeScreenshot()
  if (file) composer.attach([file])
  composer.focus()
}

/**
 * Offers what another app or site has shared with this one, for agents that take files. Browsers offer caches only on secure
 * origins.
 */
function SharedNote({ composer }: { readonly composer: Composer | undefined }) {
  const [isShared, setShared] = useState(false)
  useEffect(() => {
    if ('caches' in globalThis) caches.has(SHARED_CACHE).then(setShared, () => undefined)
  }, [])
  if (!composer || !isShared) return null
  return (
    <PartBoundary isQuiet>
      <SharedOffer composer={composer} />
    </PartBoundary>
  )
}

/** Returns the name of a model without its provider: `gpt-4o` for `openai:gpt-4o`. */
const modelLabel = (id: string) => id.slice(id.indexOf(':') + 1)

/** The picture is smaller with a conversation, unless the user always wants it. */
function bandClass(hasMessages: boolean, isPictured: boolean): string | undefined {
  if (isPictured) return styles['pictured']
  return styles[hasMessages ? 'band' : 'heroBand']
}

function toggleMute(): void {
  changeSettings({ muted: !useSettings.getState().muted })
}

/**
 * Returns the action of the single button next to the field while it is empty: speech is interrupted before
 * the reply is stopped.
 */
function actionOf(phase: VoiceState['phase'], isReplyRunning: boolean): MessageActionKind {
  if (phase === 'speaking') return 'interrupt'
  return isReplyRunning ? 'stop' : 'send'
}

interface Band {
  readonly band: RefObject<HTMLDivElement | null>
  /** CSS pixels from the top of the band to the water */
  readonly waterLine: number
  /** maximum rise of the membrane, CSS pixels */
  readonly room: number
}

/** Measures the band between conversation and dock; `line` is the share of it above the water. */
function usePresenceLayout(line: number): Band {
  const band = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = band.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { band, waterLine: height * line, room: height * ROOM }
}
