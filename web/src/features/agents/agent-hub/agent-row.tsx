import type { Agent } from '@vee/contract/entities/agent'
import {
  isOwnAgentId,
  type OwnAgentId,
  type AgentId,
  type BuiltInAgentId,
} from '@vee/contract/entities/agent-ids'
import {
  Check,
  Eye,
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
  MessagesSquare,
  NotebookPen,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
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

const iconOf = (id: AgentId): LucideIcon => (isOwnAgentId(id) ? Bot : AGENT_ICONS[id])

export interface AgentRowProps {
  readonly agent: Agent
  readonly category: string
  readonly isActive: boolean
  readonly isFavourite: boolean
  readonly onChoose: () => void
  readonly onLogIn: (() => void) | undefined
  readonly onEdit: (id: OwnAgentId) => void
  /** how this agent speaks; below its details */
  readonly children?: ReactNode
}

export function AgentRow({
  agent,
  category,
  isActive,
  isFavourite,
  onChoose,
  onLogIn,
  onEdit,
  children,
}: AgentRowProps) {
  const t = useTexts('agents')
  const { id, label, description, longDescription, detailedCapabilities } = agent
  const { locked, isBeta, accessTier, capabilities, own } = agent
  return (
    <li className={classNames(styles['agent'], isActive && styles['active'])}>
      <span
        className={styles['icon']}
        style={{ '--agent-colour': `var(--${agent.themeColor})` } as CSSProperties}
      >
        <Icon of={iconOf(id)} />
      </span>
      <div className={styles['about']}>
        <h4 className={styles['label']}>{label}</h4>
        <p className={styles['description']}>{description}</p>
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
        {(longDescription !== undefined || detailedCapabilities.length > 0) && (
          <details className={styles['details']}>
            <summary>{t('details', { agent: label })}</summary>
            {longDescription !== undefined && <p>{longDescription}</p>}
            <ul>
              {detailedCapabilities.map((capability) => (
                <li key={capability.id}>{capability.label}</li>
              ))}
            </ul>
          </details>
        )}
        {children}
      </div>
      <div className={styles['actions']}>
        {own && isOwnAgentId(id) && (
          <IconButton
            icon={own.right === 'edit' ? Pencil : Eye}
            label={t(own.right === 'edit' ? 'edit' : 'view', { agent: label })}
            onClick={() => onEdit(id)}
          />
        )}
        <IconButton
          icon={Star}
          className={isFavourite ? styles['favourite'] : undefined}
          label={t('favourite', { agent: label })}
          isPressed={isFavourite}
          onClick={() => toggleFavourite(id)}
        />
        {locked ? (
          onLogIn && (
            <Button size="compact" aria-label={t('logInFor', { agent: label })} onClick={onLogIn}>
              {t('logIn')}
            </Button>
          )
        ) : (
          <Button
            size="compact"
            variant={isActive ? 'primary' : 'secondary'}
            aria-label={t('talkTo', { agent: label })}
            onClick={onChoose}
          >
            {t('talk')}
          </Button>
        )}
      </div>
    </li>
  )
}
