import { ListFilter, X } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'
import styles from './history.module.css'
import type { HistoryFilter } from './source.ts'
import type { HistoryLabels } from './use-labels.ts'

const DAYS = [1, 7, 30] as const

interface FilterMenuProps extends Pick<HistoryLabels, 'projects' | 'tags'> {
  readonly filter: HistoryFilter
  readonly onChange: (filter: HistoryFilter) => void
  readonly agents: readonly { readonly id: string; readonly label: string }[]
}

interface FilterOption<K extends keyof HistoryFilter> {
  readonly value: NonNullable<HistoryFilter[K]>
  readonly label: string
}

interface OptionGroupOptions<K extends keyof HistoryFilter> extends Pick<
  FilterMenuProps,
  'filter' | 'onChange'
> {
  readonly label: string
  readonly options: readonly FilterOption<K>[]
}

/** Returns the group of a menu whose entries set one field of the filter; the chosen one clears it. */
const optionGroup = <K extends keyof HistoryFilter>(
  key: K,
  { label, options, filter, onChange }: OptionGroupOptions<K>,
): MenuGroup => ({
  label,
  items: options.map((option) => ({
    id: `${key}-${option.value}`,
    label: option.label,
    isChecked: filter[key] === option.value,
    onSelect: () => onChange({ ...filter, [key]: filter[key] === option.value ? undefined : option.value }),
  })),
})

/** Narrows the list to what is pinned, an agent, a project, a tag, and the last days. */
export function FilterMenu({ filter, onChange, agents, projects, tags }: FilterMenuProps) {
  const t = useTexts('history')
  const groupOf = <K extends keyof HistoryFilter>(
    key: K,
    label: string,
    options: readonly FilterOption<K>[],
  ): MenuGroup[] => (options.length === 0 ? [] : [optionGroup(key, { label, options, filter, onChange })])
  return (
    <MenuButton
      label={t('filter.label')}
      align="end"
      renderOpener={(opener) => (
        <IconButton {...opener} icon={ListFilter} label={t('filter.label')} tooltipSide="below" />
      )}
      groups={[
        {
          items: [
            {
              id: 'pinned',
              label: t('pinned'),
              isChecked: filter.isPinned === true,
              onSelect: () => onChange({ ...filter, isPinned: filter.isPinned ? undefined : true }),
            },
          ],
        },
        ...groupOf(
          'days',
          t('filter.time'),
          DAYS.map((value) => ({ value, label: t('filter.days', { count: value }) })),
        ),
        ...groupOf(
          'projectId',
          t('filter.project'),
          projects.map(({ id, name }) => ({ value: id, label: name })),
        ),
        ...groupOf(
          'tag',
          t('filter.tag'),
          tags.map((tag) => ({ value: tag, label: tag })),
        ),
        ...groupOf(
          'agentId',
          t('filter.agent'),
          agents.map(({ id, label }) => ({ value: id, label })),
        ),
      ]}
    />
  )
}

type FilterChipsProps = FilterMenuProps

/** What the list is narrowed to; a press removes it. */
export function FilterChips({ filter, onChange, agents, projects }: FilterChipsProps) {
  const t = useTexts('history')
  const { agentId, projectId, tag, days, isPinned } = filter
  const chips: (readonly [key: keyof HistoryFilter, label: string])[] = []
  if (isPinned) chips.push(['isPinned', t('pinned')])
  if (days !== undefined) chips.push(['days', t('filter.days', { count: days })])
  if (projectId !== undefined)
    chips.push(['projectId', projects.find(({ id }) => id === projectId)?.name ?? t('filter.project')])
  if (tag !== undefined) chips.push(['tag', tag])
  if (agentId !== undefined)
    chips.push(['agentId', agents.find(({ id }) => id === agentId)?.label ?? agentId])
  if (chips.length === 0) return null
  return (
    <div className={styles['chips']} role="group" aria-label={t('filter.active')}>
      {chips.map(([key, label]) => (
        <Button
          key={key}
          size="compact"
          icon={X}
          aria-label={t('filter.remove', { name: label })}
          onClick={() => onChange({ ...filter, [key]: undefined })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
