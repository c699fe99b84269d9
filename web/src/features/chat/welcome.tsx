import type { Agent } from '@vee/contract/entities/agent'
import { CornerDownLeft, PencilLine, Quote, RefreshCw } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import styles from './welcome.module.css'

const SHOWN_PROMPTS = 3

function shuffle<Item>(items: readonly Item[]): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(Math.random() * left.length), 1))
}

const WITHOUT_MODEL = ['time', 'sum', 'abilities'] as const

/**
 * Returns the examples. Without a model: the agent's examples that the built-in responder can answer,
 * otherwise its general ones.
 */
function promptsOf(agent: Agent | undefined, hasModel: boolean, general: readonly string[]) {
  if (agent === undefined) return undefined
  if (hasModel) return agent.examplePrompts
  const answered = agent.examplesWithoutModel ?? []
  return answered.length > 0 ? answered : general
}

/** Categories of the agents for any question: without a model, the built-in responder replies instead. */
const GENERAL: ReadonlySet<string> = new Set(['default', 'general'])

const isToComplete = (agent: Agent | undefined, prompt: string) =>
  agent?.examplesToComplete?.includes(prompt) ?? false

interface WelcomeProps {
  /** undefined until the catalogue is there, or when it could not be fetched */
  readonly agent: Agent | undefined
  /** whether a model replies, or only the built-in responder; undefined until that is known */
  readonly hasModel: boolean | undefined
  readonly onPick: (prompt: string) => void
  /** called for an example that needs a text from the user */
  readonly onComplete: (prompt: string) => void
  /** what the user can expect here, in one or two lines */
  readonly note?: ReactNode
}

/** Greets in the name of the agent, and shows examples of questions before the first message. */
export function Welcome({ agent, hasModel, onPick, onComplete, note }: WelcomeProps) {
  const t = useTexts('chat')
  const general = WITHOUT_MODEL.map((id) => t(`welcome.withoutModel.${id}`))
  const prompts = hasModel === undefined ? [] : (promptsOf(agent, hasModel, general) ?? [])
  // Positions, not texts: the order stays the same when the texts of another language arrive.
  const positions = useMemo(() => shuffle([...Array(prompts.length).keys()]), [prompts.length])
  const shuffledPrompts = positions.flatMap((position) => prompts[position] ?? [])
  const [page, setPage] = useState(0)
  const first = (page * SHOWN_PROMPTS) % Math.max(shuffledPrompts.length, 1)
  const shown = [...shuffledPrompts, ...shuffledPrompts.slice(0, SHOWN_PROMPTS)].slice(
    first,
    first + Math.min(SHOWN_PROMPTS, shuffledPrompts.length),
  )
  const isReplaced = hasModel === false && agent !== undefined && GENERAL.has(agent.category)
  const description = isReplaced ? t('welcome.builtinDescription') : agent?.description
  const name = agent?.label ?? t('welcome.fallbackAgent')
  return (
    <section className={styles['welcome']}>
      <h1 className={styles['label']} tabIndex={-1}>
        {t(!(agent?.capabilities.acceptsVoiceInput ?? true) ? 'welcome.greetingTyped' : 'welcome.greeting', {
          agent: name,
        })}
      </h1>
      <p className={styles['description']}>{description ?? t('welcome.fallbackDescription')}</p>
      {/* With the description, whose lines would move it. */}
      {agent && <p className={styles['who']}>{t('welcome.whoIsWho', { agent: name })}</p>}
      {/* With the examples, which it would move if it arrived later. */}
      {agent && hasModel !== undefined && note}
      {shown.length > 0 && (
        <>
          <ul className={styles['prompts']} aria-label={t('welcome.examples')}>
            {shown.map((prompt) => (
              <li key={prompt}>
                <button
                  type="button"
                  className={styles['prompt']}
                  onClick={() => (isToComplete(agent, prompt) ? onComplete : onPick)(prompt)}
                >
                  <Icon of={Quote} size="s" />
                  <span>{prompt}</span>
                  <Icon of={isToComplete(agent, prompt) ? PencilLine : CornerDownLeft} size="s" />
                </button>
              </li>
            ))}
          </ul>
          {shuffledPrompts.length > SHOWN_PROMPTS && (
            <Button variant="quiet" size="compact" icon={RefreshCw} onClick={() => setPage(page + 1)}>
              {t('welcome.more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
