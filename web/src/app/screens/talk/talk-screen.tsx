import { useCallback, useEffect, type ComponentProps } from 'react'
import { useStore } from 'zustand'
import { Welcome } from '#features/chat/index.ts'
import { Presence } from '#features/voice/presence/index.ts'
import { isModelThere } from '#features/system/service-status/index.ts'
import { useVoice } from '#features/voice/voice-dock/index.ts'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { activeAgentStore } from '#lib/active-agent.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { PartBoundary } from '../../shell/part-boundary.tsx'
import { canBeTalkedTo } from '../../chat/agents.ts'
import { useAnsweringAgentId } from '../../chat/use-answering-agent.ts'
import { hasOwnScreen } from '../../chat/own-screens.ts'
import { TalkConversation } from './talk-conversation.tsx'
import { TalkDock } from './talk-dock.tsx'
import styles from './talk-screen.module.css'
import { usePresenceLayout } from './use-presence-layout.ts'
import { useMemoryProposals } from '../../chat/memory-proposals.ts'
import { useFocusAtLoad, usePreload } from './use-talk-effects.ts'
import { WelcomeNote } from './welcome-note.tsx'

const AgentPanel = lazyPart(
  async () => (await import('./agent-panel.tsx')).AgentPanel,
  loadViewTexts,
  PATIENT_TRIES,
)
const EyesOffScreen = lazyPart(
  async () => (await import('./eyes-off-screen.tsx')).EyesOffScreen,
  undefined,
  PATIENT_TRIES,
)
/** The conversation screen with the active agent: conversation above, presence between, dock below. */
export function TalkScreen() {
  const { agents, presence, session, shell, talkWith, sendMessage: ask } = useRuntime()
  const agentId = useActiveAgent()
  const { chat, composer } = talkWith(agentId)
  const agent = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === agentId))
  const hasMicrophone = useStore(agents, (catalogue) => canBeTalkedTo(catalogue, agentId))
  const t = useTexts('chat')
  const agentLabel = agent?.label ?? t('welcome.fallbackAgent')
  const answeringAgentId = useAnsweringAgentId()
  const speaker = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === answeringAgentId))
  const tint = useStore(activeAgentStore, ({ soundingAgent }) => soundingAgent?.themeColor)
  const hasMessages = useStore(chat.state, ({ messages }) => messages.length > 0)
  const voice = useVoice(session)
  const isPictured = useSettings(({ alwaysShowVoiceVisualization }) => alwaysShowVoiceVisualization)
  const { band, waterLine, room } = usePresenceLayout(hasMessages ? 'talk' : 'welcome')

  usePreload(useStore(chat.state, ({ draft }) => draft !== '') || voice.state.phase !== 'idle')
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
  useMemoryProposals(chat, !isGuest)
  const say = useCallback(
    (replyId: string, offset: number) => {
      const reply = chat.state.getState().messages.find(({ id }) => id === replyId)
      if (reply) session.replay(replyId, reply.text, offset)
    },
    [chat, session],
  )
  const stopSaying = useCallback(() => session.stopSpeech(), [session])

  return (
    <div className={styles['talk']} data-work={hasOwnScreen(agentId) || undefined}>
      {hasMessages ? (
        <TalkConversation
          agentId={agentId}
          agent={agent}
          agentLabel={agentLabel}
          voice={voice}
          onSay={say}
          onStopSaying={stopSaying}
        />
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
        <Presence
          controller={presence}
          levels={session.levels}
          waterLine={waterLine}
          room={room}
          tint={tint}
        />
        {/* Tapping the presence stops speech, whose key is Esc; tapping it twice gives it the screen, as the menu of modes does. */}
        <div
          ref={band}
          role="presentation"
          className={bandClass(hasMessages, isPictured)}
          onClick={voice.state.phase === 'speaking' ? stopSaying : undefined}
          onDoubleClick={hasMicrophone ? hideText : undefined}
        />
        <TalkDock
          agentId={agentId}
          agent={speaker}
          agentLabel={speaker?.label ?? agentLabel}
          voice={voice}
          hasMicrophone={hasMicrophone}
          onSay={say}
          onStopSaying={stopSaying}
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

const hideText = () => useEyesOff.setState({ isOn: true })
const showText = () => useEyesOff.setState({ isOn: false })

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
