import type { AgentId } from '@vee/contract/entities/agent-ids'
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'
import {
  type ChooseModel,
  CodeToolsContext,
  type Composer,
  LazyConversation,
  FailureActionsContext,
  fetchConversation,
  MessageAction,
  MessageField,
  ModelChoiceContext,
  OpenBesideContext,
  type RenderCodeTools,
  Welcome,
  type MessageActionKind,
} from '#features/chat/index.ts'
import { Presence } from '#features/voice/presence/index.ts'
import { isModelThere } from '#features/system/service-status/index.ts'
import { agentLabel as labelOfAgent } from '../../chat/agent-label.ts'
import { useLiveModes } from '#features/voice/live-mode/use-live-modes.ts'
import { useLiveWords, useVoice, VoiceDock } from '#features/voice/voice-dock/index.ts'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceState } from '#voice/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { PartBoundary } from '../../shell/part-boundary.tsx'
import { canBeTalkedTo } from '../../chat/agents.ts'
import { lazyClearSession } from '../../chat/lazy-clear-session.ts'
import { askFor } from './asked-content.ts'
import { useAdditions, useVoiceTools } from './dock-menus.ts'
import { DockNotes } from './dock-notes.tsx'
import { ModelChip } from './model-chip.tsx'
import { hasOwnScreen } from '../../chat/own-screens.ts'
import styles from './talk-screen.module.css'
import { useSpeechDownload } from './use-speech-download.ts'
import { WelcomeNote } from './welcome-note.tsx'

/** Maximum rise of the membrane as a share of the band, so that it never reaches the text above. */
const ROOM = { welcome: 0.3, talk: 0.5 }

/** Position of the water line in the band: lower with a conversation above it. */
const WATER_LINE = { welcome: 0.42, talk: 0.58 }

const AgentPanel = lazyPart(
  async () => (await import('./agent-panel.tsx')).AgentPanel,
  loadViewTexts,
  PATIENT_TRIES,
)
const SpeechPlayerOf = lazyPart(
  async () => (await import('./speech-player.tsx')).SpeechPlayerOf,
  undefined,
  PATIENT_TRIES,
)
const EyesOffScreen = lazyPart(
  async () => (await import('./eyes-off-screen.tsx')).EyesOffScreen,
  undefined,
  PATIENT_TRIES,
)
const HeardLanguage = lazyPart(
  async () => (await import('./heard-language.tsx')).HeardLanguage,
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
/** The conversation screen with the active agent: conversation above, presence between, dock below. */
export function TalkScreen() {
  const runtime = useRuntime()
  const { agents, dependencies, presence, session, languages, shell, talkWith, sendMessage: ask } = runtime
  const agentId = useActiveAgent()
  const { chat, composer } = talkWith(agentId)
  const agent = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === agentId))
  const hasMicrophone = useStore(agents, (catalogue) => canBeTalkedTo(catalogue, agentId))
  const t = useTexts('chat')
  const agentLabel = agent?.label ?? t('welcome.fallbackAgent')
  const hasMessages = useStore(chat.state, ({ messages }) => messages.length > 0)
  const isRunning = useStore(chat.state, ({ running }) => running !== undefined)
  const isReconnecting = useStore(chat.state, ({ running }) => running?.connection === 'lost')
  const voice = useVoice(session)
  const isOnStandby = useSyncExternalStore(
    dependencies.microphone.standby.subscribe,
    dependencies.microphone.standby.isOpen,
  )
  const hasHeard = useStore(languages.last, ({ heard }) => heard !== undefined)
  const isPictured = useSettings(({ alwaysShowVoiceVisualization }) => alwaysShowVoiceVisualization)
  const { band, waterLine, room } = usePresenceLayout(hasMessages ? 'talk' : 'welcome')

  const isEngaged = useStore(chat.state, ({ draft }) => draft !== '') || voice.state.phase !== 'idle'
  useEffect(() => {
    // Offline, the conversation itself shows a notice when it is opened.
    if (!isEngaged) return
    const conversation = fetchConversation().then(({ fetchMarkdown }) => fetchMarkdown())
    Promise.all([conversation, dependencies.transport.load()]).catch(() => {})
  }, [isEngaged, dependencies])

  useFocusAtLoad(composer)
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
  const additions = useAdditions(shell, filesComposer)
  const voiceTools = useVoiceTools(shell)
  const failureActions = useMemo(
    () => ({ clearSession: () => void lazyClearSession(runtime).catch(() => undefined) }),
    [runtime],
  )
  const chooseModel = useCallback<ChooseModel>(
    (onModel) => shell.page.openModal({ id: 'model-picker', modelWish: { onModel } }),
    [shell],
  )
  const openModels = useCallback(() => shell.page.openModal({ id: 'model-picker' }), [shell])
  const openBeside = useCallback((markdown: string) => askFor({ agentId, markdown }), [agentId])
  const downloadSpeech = useSpeechDownload(chat)
  const liveWords = useLiveWords(voice).inField
  const field = (
    <MessageField
      composer={composer}
      agentLabel={agentLabel}
      placeholder={agent?.inputPlaceholder}
      canAttach={canAttach}
      additions={additions}
      liveWords={liveWords}
      onChooseModel={openModels}
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
    <div className={styles['talk']} data-work={hasOwnScreen(agentId) || undefined}>
      {hasMessages ? (
        <Suspense fallback={<div className={styles['conversation']} />}>
          <FailureActionsContext value={failureActions}>
            <ModelChoiceContext value={chooseModel}>
              <CodeToolsContext value={RUNS_CODE.has(agentId) ? renderCodeRun : undefined}>
                <OpenBesideContext value={hasOwnScreen(agentId) ? undefined : openBeside}>
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
                    onDownloadSpeech={downloadSpeech}
                  />
                </OpenBesideContext>
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
      <div className={styles['stage']}>
        <Presence controller={presence} levels={session.levels} waterLine={waterLine} room={room} />
        {/* Tapping the presence stops speech, whose key is Esc; tapping it twice gives it the screen, as the menu of modes does. */}
        <div
          ref={band}
          role="presentation"
          className={bandClass(hasMessages, isPictured)}
          onClick={voice.state.phase === 'speaking' ? stopSaying : undefined}
          onDoubleClick={hasMicrophone ? hideText : undefined}
        />
        <VoiceDock
          session={session}
          hasMicrophone={hasMicrophone}
          isOnStandby={isOnStandby}
          isReconnecting={isReconnecting}
          agentId={agentId}
          composer={field}
          action={action}
          aside={
            hasHeard && (
              <PartBoundary isQuiet>
                <HeardLanguage />
              </PartBoundary>
            )
          }
          note={<DockNotes runtime={runtime} composer={filesComposer} />}
          player={
            voice.saying && (
              <PartBoundary isQuiet>
                <SpeechPlayerOf chat={chat} spoken={voice.saying} state={voice.state} onSay={say} />
              </PartBoundary>
            )
          }
          model={<ModelChip chat={chat} onOpen={openModels} />}
          live={liveModes}
          more={voiceTools}
          onFocusField={focusField}
          onToggleMute={toggleMute}
        />
        <WithoutText session={session} snapshot={voice} chat={chat} />
      </div>
    </div>
  )
}

/** The picture is smaller with a conversation, unless the user always wants it. */
function bandClass(hasMessages: boolean, isPictured: boolean): string | undefined {
  if (isPictured) return styles['pictured']
  return styles[hasMessages ? 'band' : 'heroBand']
}

/** True where a keyboard is likely, and a focus opens none on the screen. */
const hasFinePointer = matchMedia('(hover: hover) and (pointer: fine)')

/** Moves the focus to the message field when the page is loaded, unless the user has moved it meanwhile. */
function useFocusAtLoad(composer: Pick<Composer, 'focus'>): void {
  useEffect(() => {
    if (hasFinePointer.matches && document.activeElement === document.body) composer.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only at the first render
  }, [])
}

const hideText = () => useEyesOff.setState({ isOn: true })
const showText = () => useEyesOff.setState({ isOn: false })

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

/** The conversation without text, while the user wants that; it ends with the screen. */
function WithoutText(props: ComponentProps<typeof EyesOffScreen>) {
  const isEyesOff = useEyesOff(({ isOn }) => isOn)
  useEffect(() => showText, [])
  return (
    isEyesOff && (
      <PartBoundary onFailure={showText}>
        <EyesOffScreen {...props} />
      </PartBoundary>
    )
  )
}

/** Measures the band between conversation and dock; without text it is the window. */
function usePresenceLayout(screen: 'welcome' | 'talk'): Band {
  const kind = useEyesOff(({ isOn }) => isOn) ? 'welcome' : screen
  const band = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = band.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { band, waterLine: height * WATER_LINE[kind], room: height * ROOM[kind] }
}
