import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { Suspense, useCallback, useMemo } from 'react'
import {
  BranchNoticeContext,
  type ChooseModel,
  CodeToolsContext,
  FailureActionsContext,
  LazyConversation,
  ModelChoiceContext,
  OpenBesideContext,
  OpenStoredContext,
  type RenderCodeTools,
} from '#features/chat/index.ts'
import type { ShowBranchNotice } from '#features/chat/versions/lazy-branches.ts'
import type { StoredPlace } from '#features/chat/open-beside.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { agentLabel as labelOfAgent } from '../../chat/agent-label.ts'
import { lazyClearSession } from '../../chat/lazy-clear-session.ts'
import { hasOwnScreen } from '../../chat/own-screens.ts'
import { useRuntime } from '../../runtime-context.ts'
import { openStored } from '../../shell/open-stored.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { askFor } from './asked-content.ts'
import styles from './talk-screen.module.css'
import { useSpeechDownload } from './use-speech-download.ts'

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

interface TalkConversationProps {
  readonly agentId: AgentId
  readonly agent: Agent | undefined
  readonly agentLabel: string
  readonly voice: VoiceSnapshot
  readonly onSay: (replyId: string, offset: number) => void
  readonly onStopSaying: () => void
}

/** The messages with the active agent, and what can be done with them. */
export function TalkConversation({
  agentId,
  agent,
  agentLabel,
  voice,
  onSay,
  onStopSaying,
}: TalkConversationProps) {
  const runtime = useRuntime()
  const { agents, session, shell, talkWith } = runtime
  const { chat, composer } = talkWith(agentId)
  const t = useTexts('chat')
  const failureActions = useMemo(
    () => ({ clearSession: () => void lazyClearSession(runtime).catch(() => undefined) }),
    [runtime],
  )
  const notifyBranch = useCallback<ShowBranchNotice>(
    (notice) => {
      const { stack } = shell.notices
      const id = stack.show(notice)
      return () => stack.dismiss(id)
    },
    [shell],
  )
  const chooseModel = useCallback<ChooseModel>(
    (onModel) => shell.page.openModal({ id: 'model-picker', modelWish: { onModel } }),
    [shell],
  )
  const openBeside = useCallback((markdown: string) => askFor({ agentId, markdown }), [agentId])
  const openAt = useCallback(
    (stored: StoredPlace) =>
      void openStored(runtime, stored).catch(() =>
        shell.notices.notify({ type: 'error', title: t('sourceNotOpened') }),
      ),
    [runtime, shell, t],
  )
  const downloadSpeech = useSpeechDownload(chat)
  const readText = useCallback((id: string, text: string) => session.replay(id, text, 0), [session])
  const labelOf = useCallback(
    (id: AgentId) => labelOfAgent(agents.getState().agents, id, t('welcome.fallbackAgent')),
    [agents, t],
  )
  const colourOf = useCallback(
    (id: AgentId) => agents.getState().agents.find((candidate) => candidate.id === id)?.themeColor,
    [agents],
  )
  const focusField = useCallback(() => composer.focus(), [composer])

  return (
    <Suspense fallback={<div className={styles['conversation']} />}>
      <FailureActionsContext value={failureActions}>
        <BranchNoticeContext value={notifyBranch}>
          <ModelChoiceContext value={chooseModel}>
            <CodeToolsContext value={RUNS_CODE.has(agentId) ? renderCodeRun : undefined}>
              <OpenStoredContext value={readToken() === undefined ? undefined : openAt}>
                <OpenBesideContext value={hasOwnScreen(agentId) ? undefined : openBeside}>
                  <LazyConversation
                    chat={chat}
                    agentLabel={agentLabel}
                    labelOf={labelOf}
                    colourOf={colourOf}
                    hasLog={agent?.capabilities.showEphemeralChatLog ?? false}
                    isCompact={agent?.capabilities.usesCompactRenderer ?? true}
                    spoken={voice.saying ?? null}
                    spokenWord={voice.sayingWord}
                    onEdit={focusField}
                    onSay={onSay}
                    onReadText={readText}
                    onStopSaying={onStopSaying}
                    onDownloadSpeech={downloadSpeech}
                  />
                </OpenBesideContext>
              </OpenStoredContext>
            </CodeToolsContext>
          </ModelChoiceContext>
        </BranchNoticeContext>
      </FailureActionsContext>
    </Suspense>
  )
}
