import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId, CustomAgentId } from '@vee/contract/entities/agent-ids'
import { Check, Search, SearchX } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/display/badge.tsx'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import styles from './agent-hub.module.css'
import { AgentRow } from './agent-row.tsx'
import { useFavourites } from './favourites.ts'
import { categoriesOf, findAgents } from './find-agents.ts'

/** Number of agents from which they can be filtered by category. */
const FILTERED_FROM = 12

/** The four modes by which the hub groups agents, in their order on the page. */
const MODES = ['general', 'coding', 'design', 'meetings'] as const

const MODE_OF: { readonly [Id in AgentId]?: Mode } = {
  coding_assistant: 'coding',
  coding_interviewer: 'coding',
  lc_audit_aide: 'coding',
  system_designer: 'design',
  meeting_summarizer: 'meetings',
}

/** Returns the mode of an agent; `general` unless it has a special one. */
const modeOf = ({ id }: Pick<Agent, 'id'>): Mode => MODE_OF[id] ?? 'general'

export interface AgentHubProps extends DialogOptions {
  readonly agents: readonly Agent[]
  readonly activeId: AgentId
  readonly onChoose: (id: AgentId) => void
  /** returns what lets an agent answer in the open conversation; undefined if it cannot */
  readonly onContinueFor?: ((id: AgentId) => (() => void) | undefined) | undefined
  /** opens the login for a locked agent; undefined when signed in */
  readonly onLogIn: (() => void) | undefined
  readonly onReload: () => void
  /** opens the editor of a custom agent */
  readonly onEdit: (id: CustomAgentId) => void
  /** below the list: creating custom agents */
  readonly making?: ReactNode
  /** in the details of the active agent: how it speaks */
  readonly children?: ReactNode
}

const CATEGORY_KEYS = ['default', 'general', 'coding', 'productivity', 'learning', 'auditing', 'own'] as const

/** The list of all agents, with the reason for locked ones. */
export function AgentHub({
  agents,
  activeId,
  onChoose,
  onContinueFor,
  onLogIn,
  onReload,
  onEdit,
  making,
  children,
  ...dialogOptions
}: AgentHubProps) {
  const t = useTexts('agents')
  const common = useTexts('common')
  const { text, setText, category, setCategory, showAll, favourites, matches } = useAgentSearch(agents)
  return (
    <Dialog
      isOpen
      {...dialogOptions}
      title={t('title')}
      description={t('description')}
      closeLabel={common('close')}
    >
      <TextField
        label={t('search')}
        type="search"
        icon={Search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {agents.length >= FILTERED_FROM && (
        <CategoryFilter categories={categoriesOf(agents)} chosen={category} onChoose={setCategory} />
      )}
      {agents.length === 0 ? (
        <UnknownAgents onReload={onReload} />
      ) : (
        <>
          <VisuallyHidden>
            <span role="status">{t('found', { count: matches.length })}</span>
          </VisuallyHidden>
          {matches.length === 0 && <NoMatch onShowAll={showAll} />}
          <AgentGroups
            agents={matches}
            favourites={favourites}
            activeId={activeId}
            onChoose={onChoose}
            onContinueFor={onContinueFor}
            onLogIn={onLogIn}
            onEdit={onEdit}
          >
            {children}
          </AgentGroups>
        </>
      )}
      {making}
    </Dialog>
  )
}

/** The search of the hub: its text and category, and the agents found. */
function useAgentSearch(agents: readonly Agent[]) {
  const favourites = useFavourites(({ ids }) => ids)
  const [text, setText] = useState('')
  const [category, setCategory] = useState<string>()
  function showAll(): void {
    setText('')
    setCategory(undefined)
  }
  const matches = findAgents(agents, { text, category, favourites })
  return { text, setText, category, setCategory, showAll, favourites, matches }
}

/** Offers to load the agents, if that failed. */
function UnknownAgents({ onReload }: Pick<AgentHubProps, 'onReload'>) {
  const t = useTexts('agents')
  const common = useTexts('common')
  return (
    <EmptyState
      icon={SearchX}
      title={t('unknown')}
      action={<Button onClick={onReload}>{common('retry')}</Button>}
    >
      {t('unknownHelp')}
    </EmptyState>
  )
}

function NoMatch({ onShowAll }: { readonly onShowAll: () => void }) {
  const t = useTexts('agents')
  return (
    <EmptyState
      icon={SearchX}
      level={3}
      title={t('nothing.title')}
      action={<Button onClick={onShowAll}>{t('nothing.all')}</Button>}
    />
  )
}

/** Returns a function that returns the name of a category: translated, unless a custom agent has it. */
function useCategoryName(): (stored: string) => string {
  const t = useTexts('agents')
  return (stored) => {
    const key = CATEGORY_KEYS.find((candidate) => candidate === stored.toLowerCase())
    return key ? t(`categories.${key}`) : stored
  }
}

interface CategoryFilterProps {
  readonly categories: readonly string[]
  /** undefined: all */
  readonly chosen: string | undefined
  readonly onChoose: (category: string | undefined) => void
}

function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  const t = useTexts('agents')
  const nameOf = useCategoryName()
  return (
    <div className={styles['categories']} role="group" aria-label={t('category')}>
      {[undefined, ...categories].map((choice) => (
        <Chip
          key={choice ?? 'all'}
          {...(choice === chosen ? { icon: Check } : {})}
          isPressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice === undefined ? t('categories.all') : nameOf(choice)}
        </Chip>
      ))}
    </div>
  )
}

type RowProps = Pick<
  AgentHubProps,
  'agents' | 'activeId' | 'onChoose' | 'onContinueFor' | 'onLogIn' | 'onEdit' | 'children'
>

interface AgentGroupsProps extends RowProps {
  readonly favourites: readonly AgentId[]
}

/** The agents in a list for each mode, whose headings only screen readers read. */
function AgentGroups({
  agents,
  favourites,
  activeId,
  onContinueFor,
  children,
  ...actions
}: AgentGroupsProps) {
  const t = useTexts('agents')
  const nameOf = useCategoryName()
  const hubId = useId()
  return byMode(agents).map((group) => (
    <section key={group.mode} aria-labelledby={`${hubId}-${group.mode}`}>
      <VisuallyHidden as="h3">
        <span id={`${hubId}-${group.mode}`}>{t(`modes.${group.mode}`)}</span>
      </VisuallyHidden>
      <ul className={styles['list']}>
        {group.agents.map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            category={nameOf(agent.category)}
            mode={t(`modes.${group.mode}`)}
            isActive={agent.id === activeId}
            isFavourite={favourites.includes(agent.id)}
            onChoose={() => actions.onChoose(agent.id)}
            onContinue={onContinueFor?.(agent.id)}
            onLogIn={actions.onLogIn}
            onEdit={actions.onEdit}
          >
            {agent.id === activeId && children}
          </AgentRow>
        ))}
      </ul>
    </section>
  ))
}

type Mode = (typeof MODES)[number]

/** Groups agents by mode, in their given order, without empty modes. */
export function byMode(
  agents: readonly Agent[],
): readonly { readonly mode: Mode; readonly agents: readonly Agent[] }[] {
  return MODES.map((mode) => ({ mode, agents: agents.filter((agent) => modeOf(agent) === mode) })).filter(
    (group) => group.agents.length > 0,
  )
}
