import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { MessageAction, MessageField, type MessageActionKind } from '#features/chat/index.ts'
import { useLiveModes } from '#features/voice/live-mode/use-live-modes.ts'
import { useInterimWords, VoiceDock } from '#features/voice/voice-dock/index.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSnapshot, VoiceState } from '#voice/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { PartBoundary } from '../../shell/part-boundary.tsx'
import { useMentionable } from '../../chat/use-mentionable.ts'
import { useAdditions, useVoiceTools } from './dock-menus.ts'
import { DockNotes } from './dock-notes.tsx'
import { ModelChip } from './model-chip.tsx'

const SpeechPlayerOf = lazyPart(
  async () => (await import('./speech-player.tsx')).SpeechPlayerOf,
  undefined,
  PATIENT_TRIES,
)
const DetectedLanguage = lazyPart(
  async () => (await import('./detected-language.tsx')).DetectedLanguage,
  undefined,
  PATIENT_TRIES,
)

interface TalkDockProps {
  readonly agentId: AgentId
  readonly agent: Agent | undefined
  readonly agentLabel: string
  readonly voice: VoiceSnapshot
  readonly hasMicrophone: boolean
  readonly onSay: (replyId: string, offset: number) => void
  readonly onStopSaying: () => void
}

/** The dock of the conversation screen: message field, microphone, player and notes. */
export function TalkDock({
  agentId,
  agent,
  agentLabel,
  voice,
  hasMicrophone,
  onSay,
  onStopSaying,
}: TalkDockProps) {
  const runtime = useRuntime()
  const { dependencies, session, languages, shell, talkWith } = runtime
  const { chat, composer } = talkWith(agentId)
  const isRunning = useStore(chat.state, ({ running }) => running !== undefined)
  const isReconnecting = useStore(chat.state, ({ running }) => running?.connection === 'lost')
  const isOnStandby = useSyncExternalStore(
    dependencies.microphone.standby.subscribe,
    dependencies.microphone.standby.isOpen,
  )
  const hasDetected = useStore(languages.last, ({ detectedLanguage }) => detectedLanguage !== undefined)
  const focusField = useCallback(() => composer.focus(), [composer])
  const canAttach = agent?.capabilities.attachments
  const liveModes = useLiveModes(runtime.api)
  const filesComposer = canAttach ? composer : undefined
  const askLater = useCallback(() => {
    if (!composer.isEmpty()) return void runtime.askLater(chat.state.getState().draft, false)
    composer.isEmptyRefused.setState(true)
    composer.focus()
  }, [chat, composer, runtime])
  const additions = useAdditions(shell, filesComposer, askLater)
  const voiceTools = useVoiceTools(shell)
  const openModels = useCallback(() => shell.page.openModal({ id: 'model-picker' }), [shell])
  const interimWords = useInterimWords(voice).inField
  const mentionable = useMentionable(agentId)
  const field = (
    <MessageField
      composer={composer}
      agentLabel={agentLabel}
      placeholder={agent?.inputPlaceholder}
      canAttach={canAttach}
      menuGroups={additions}
      interimWords={interimWords}
      mentionable={mentionable}
      onChooseModel={openModels}
    />
  )
  const action = (
    <MessageAction
      composer={composer}
      kind={actionOf(voice.state.phase, isRunning)}
      onStop={() => session.stopReply()}
      onInterrupt={onStopSaying}
    />
  )

  return (
    <VoiceDock
      session={session}
      hasMicrophone={hasMicrophone}
      isOnStandby={isOnStandby}
      isReconnecting={isReconnecting}
      agentId={agentId}
      composer={field}
      action={action}
      aside={
        hasDetected && (
          <PartBoundary isQuiet>
            <DetectedLanguage />
          </PartBoundary>
        )
      }
      note={<DockNotes runtime={runtime} composer={filesComposer} />}
      player={
        voice.saying && (
          <PartBoundary isQuiet>
            <SpeechPlayerOf chat={chat} spoken={voice.saying} state={voice.state} onSay={onSay} />
          </PartBoundary>
        )
      }
      model={<ModelChip chat={chat} onOpen={openModels} />}
      live={liveModes}
      more={voiceTools}
      onFocusField={focusField}
      onToggleMute={toggleMute}
    />
  )
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
