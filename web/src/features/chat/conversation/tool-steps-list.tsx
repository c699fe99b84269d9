import { Check, Wrench, X } from 'lucide-react'
import { DEFAULT_AGENT_ID, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { use, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { LazyMessageAttachments } from '../files/lazy-files.ts'
import type { Chat } from '../store/chat.ts'
import type { ToolDecision } from '../store/tool-consent.ts'
import type { ToolStep } from '../store/tool-steps.ts'
import { SoftBoundary } from './soft-boundary.tsx'
import { SpeakersContext } from './speakers/speaker-name.tsx'
import styles from './tool-steps.module.css'

interface ToolStepsProps {
  readonly chat: Chat
  readonly replyId: string
  readonly agentLabel: string
  readonly steps: readonly ToolStep[]
}

/**
 * Lists the tools that the agent used for its reply: each a line that opens, and a request for consent where
 * one is open.
 */
export function ToolStepsList({ chat, replyId, agentLabel, steps }: ToolStepsProps) {
  const { labelOf } = use(SpeakersContext)
  const t = useTexts('tools')
  const nameOf = ({ agentId }: ToolStep) =>
    agentId === undefined ? undefined : labelOf(resolveAgentId(agentId) ?? DEFAULT_AGENT_ID)
  return (
    <ul className={styles['steps']} aria-label={t('steps', { agent: agentLabel })}>
      {steps.map((step) => (
        <li key={step.id}>
          {step.state === 'asking' ? (
            <Consent
              step={step}
              agentLabel={nameOf(step) ?? agentLabel}
              onDecide={(decision, forSession) =>
                chat.decideTool(replyId, { callId: step.id, decision, forSession })
              }
            />
          ) : (
            <>
              <Step step={step} otherName={nameOf(step)} />
              {step.pictures && (
                <SoftBoundary fallback={null}>
                  <LazyMessageAttachments attachments={step.pictures} />
                </SoftBoundary>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const OWN_TOOLS = [
  'ask_agent',
  'calculate',
  'date_time',
  'hand_over',
  'read_page',
  'search_web',
  'search_knowledge',
  'remember',
  'forget',
] as const

function useToolName({ name, server }: ToolStep): string {
  const t = useTexts('tools')
  const own = OWN_TOOLS.find((toolName) => toolName === name)
  if (own && server === undefined) return t(`names.${own}`)
  const tool = server === undefined ? name : name.replace(`${server}__`, '')
  return server === undefined ? tool : t('of', { tool, server })
}

const STATE_ICONS = { done: Check, failed: X, denied: X } as const

interface StepProps {
  readonly step: ToolStep
  /** the agent that used the tool, if that is not the one of the reply */
  readonly otherName: string | undefined
}

function Step({ step, otherName }: StepProps) {
  const t = useTexts('tools')
  const name = useToolName(step)
  const { state, result } = step
  return (
    <details className={styles['step']}>
      <summary>
        {state === 'running' || state === 'asking' ? <Spinner /> : <Icon of={STATE_ICONS[state]} size="s" />}
        {otherName !== undefined && <strong className={styles['other']}>{otherName}</strong>}
        <span>{name}</span>
        <span className={styles['state']}>{t(`state.${state}`)}</span>
      </summary>
      <dl className={styles['facts']}>
        <dt>{t('given')}</dt>
        <dd>
          <pre dir="auto">{formatJson(step.arguments)}</pre>
        </dd>
        {result !== undefined && (
          <>
            <dt>{t('result')}</dt>
            <dd>
              <pre dir="auto">{result}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}

interface ConsentProps {
  readonly step: ToolStep
  readonly agentLabel: string
  readonly onDecide: (decision: ToolDecision['decision'], forSession: boolean) => Promise<void>
}

function Consent({ step, agentLabel, onDecide }: ConsentProps) {
  const t = useTexts('tools')
  const tool = useToolName(step)
  const [isSent, setIsSent] = useState(false)
  async function decide(decision: ToolDecision['decision'], forSession: boolean): Promise<void> {
    setIsSent(true)
    await onDecide(decision, forSession).finally(() => setIsSent(false))
  }
  return (
    <div className={styles['consent']} role="alert">
      <p className={styles['question']}>
        <Icon of={Wrench} />
        {t('consent.question', { agent: agentLabel, tool })}
      </p>
      {step.server !== undefined && <p>{t('consent.details', { server: step.server })}</p>}
      <pre dir="auto">{formatJson(step.arguments)}</pre>
      <div className={styles['actions']}>
        <Button
          variant="primary"
          size="compact"
          isLoading={isSent}
          onClick={() => void decide('allow', false)}
        >
          {t('consent.once')}
        </Button>
        <Button size="compact" isLoading={isSent} onClick={() => void decide('allow', true)}>
          {t('consent.session')}
        </Button>
        <Button size="compact" isLoading={isSent} onClick={() => void decide('deny', false)}>
          {t('consent.deny')}
        </Button>
      </div>
    </div>
  )
}

/** Formats a JSON object as one line per entry, and any other value as text. */
function formatJson(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.entries(value)
      .map(([name, given]) => `${name}: ${typeof given === 'string' ? given : JSON.stringify(given)}`)
      .join('\n')
  } catch {
    return json
  }
}
