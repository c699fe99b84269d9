import type { Agent } from '@vee/contract/entities/agent'
import {
  isCustomAgentId,
  type CustomAgentId,
  type AgentId,
  type BuiltInAgentId,
} from '@vee/contract/entities/agent-ids'
import {
  Check,
  Eye,
  Info,
  Keyboard,
  Lock,
  Pencil,
  Star,
  AudioLines,
  Bot,
  BookOpen,
  Code,
  GraduationCap,
  ListChecks,
  MessageSquareReply,
  MessagesSquare,
  NotebookPen,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useId, useState, type CSSProperties, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './agent-hub.module.css'
import { toggleFavourite } from './favourites.ts'

const AGENT_ICONS: Readonly<Record<BuiltInAgentId, LucideIcon>> = {
  nerf_agent: Zap,
  v_agent: AudioLines,
  coding_assistant: Code,
  system_designer: Workflow,
  meeting_summarizer: NotebookPen,
  diary_agent: BookOpen,
  coding_interviewer: MessagesSquare,
  tutor_agent: GraduationCap,
  lc_audit_aide: ListChecks,
}

const iconOf = (id: AgentId): LucideIcon => (isCustomAgentId(id) ? Bot : AGENT_ICONS[id])

export interface AgentRowProps {
  readonly agent: Agent
  readonly category: string
  /** the mode of the agent, as text */
  readonly mode: string
  readonly isActive: boolean
  readonly isFavourite: boolean
  readonly onChoose: () => void
  /** lets the agent answer in the open conversation; undefined if it cannot */
  readonly onContinue: (() => void) | undefined
  readonly onLogIn: (() => void) | undefined
  readonly onEdit: (id: CustomAgentId) => void
  /** how this agent speaks; in its details */
  readonly children?: ReactNode
}

/** One line whose press opens the agent; everything else about it is behind a button. */
export function AgentRow({
  agent,
  category,
  mode,
  isActive,
  isFavourite,
  onChoose,
  onContinue,
  onLogIn,
  onEdit,
  children,
}: AgentRowProps) {
  const t = useTexts('agents')
  const detailsId = useId()
  const [isOpen, setOpen] = useState(false)
  const { label, locked } = agent
  return (
    <li className={classNames(styles['agent'], isActive && styles['active'])}>
      <div className={styles['row']}>
        <AgentIcon agent={agent} />
        <AgentName agent={agent} mode={mode} isActive={isActive} onChoose={onChoose} onLogIn={onLogIn} />
        {isActive && <Icon of={Check} className={styles['state']} />}
        {locked && <Icon of={Lock} className={styles['state']} />}
        {onContinue && !isActive && !locked && (
          <IconButton
            icon={MessageSquareReply}
            label={t('continueWith', { agent: label })}
            onClick={onContinue}
          />
        )}
        <IconButton
          icon={Info}
          label={t('details', { agent: label })}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <AgentDetails
          id={detailsId}
          agent={agent}
          category={category}
          isActive={isActive}
          isFavourite={isFavourite}
          onEdit={onEdit}
        >
          {children}
        </AgentDetails>
      )}
    </li>
  )
}

function AgentIcon({ agent: { id, themeColor } }: Pick<AgentRowProps, 'agent'>) {
  return (
    <span className={styles['icon']} style={{ '--agent-colour': `var(--${themeColor})` } as CSSProperties}>
      <Icon of={iconOf(id)} />
    </span>
  )
}

type AgentNameProps = Pick<AgentRowProps, 'agent' | 'mode' | 'isActive' | 'onChoose' | 'onLogIn'>

/** The name, whose press opens the agent or the login, and the description. */
function AgentName({ agent, mode, isActive, onChoose, onLogIn }: AgentNameProps) {
  const t = useTexts('agents')
  const descriptionId = useId()
  const { label, description, locked } = agent
  const mayLogIn = locked && onLogIn !== undefined
  return (
    <div className={styles['about']}>
      <button
        type="button"
        className={styles['choose']}
        aria-label={t(locked ? 'logInFor' : 'talkTo', { agent: label })}
        aria-current={isActive || undefined}
        aria-describedby={descriptionId}
        disabled={locked && !mayLogIn}
        onClick={mayLogIn ? onLogIn : onChoose}
      >
        {label}
      </button>
      <span id={descriptionId} className={styles['description']}>
        {mode} · {description}
      </span>
    </div>
  )
}

interface AgentDetailsProps extends Pick<
  AgentRowProps,
  'agent' | 'category' | 'isActive' | 'isFavourite' | 'onEdit' | 'children'
> {
  readonly id: string
}

/** Everything about an agent that its line does not show. */
function AgentDetails({
  id: elementId,
  agent,
  category,
  isActive,
  isFavourite,
  onEdit,
  children,
}: AgentDetailsProps) {
  const t = useTexts('agents')
  const { id, label, description, longDescription, detailedCapabilities, own } = agent
  return (
    <div id={elementId} className={styles['details']}>
      <AgentBadges agent={agent} category={category} isActive={isActive} />
      <p>{longDescription ?? description}</p>
      {detailedCapabilities.length > 0 && (
        <ul>
          {detailedCapabilities.map((capability) => (
            <li key={capability.id}>{capability.label}</li>
          ))}
        </ul>
      )}
      <div className={styles['actions']}>
        <IconButton
          icon={Star}
          className={isFavourite ? styles['favourite'] : undefined}
          label={t('favourite', { agent: label })}
          isPressed={isFavourite}
          onClick={() => toggleFavourite(id)}
        />
        {own && isCustomAgentId(id) && (
          <IconButton
            icon={own.right === 'edit' ? Pencil : Eye}
            label={t(own.right === 'edit' ? 'edit' : 'view', { agent: label })}
            onClick={() => onEdit(id)}
          />
        )}
      </div>
      {children}
    </div>
  )
}

function AgentBadges({ agent, category, isActive }: Pick<AgentRowProps, 'agent' | 'category' | 'isActive'>) {
  const t = useTexts('agents')
  const { locked, isBeta, accessTier, capabilities, own } = agent
  return (
    <p className={styles['badges']}>
      <Badge>{category}</Badge>
      {own && own.owner.kind !== 'me' && <Badge>{own.owner.name}</Badge>}
      {isActive && (
        <Badge tone="accent" icon={Check}>
          {t('talkingNow')}
        </Badge>
      )}
      {isBeta && <Badge tone="info">{t('beta')}</Badge>}
      {!capabilities.acceptsVoiceInput && <Badge icon={Keyboard}>{t('typingOnly')}</Badge>}
      {locked && (
        <Badge tone="warning" icon={Lock}>
          {t(accessTier === 'premium' ? 'needsPlan' : 'needsLogin')}
        </Badge>
      )}
    </p>
  )
}
