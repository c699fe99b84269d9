import { SAMPLING_OPTIONS } from '@vee/contract/entities/sampling-limits'
import type { SavedPrompt } from '@vee/contract/http/teams/prompts'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { SAMPLING_NAMES } from '#lib/sampling.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { MARKS } from './marks.ts'
import styles from './prompts.module.css'

interface PromptListProps {
  readonly prompts: readonly SavedPrompt[]
  readonly onPick: (prompt: SavedPrompt) => void
  readonly onEdit: (prompt: SavedPrompt) => void
  readonly onAdd: () => void
}

/** Lists all prompts, filtered by the input. */
export function PromptList({ prompts, onPick, onEdit, onAdd }: PromptListProps) {
  const t = useTexts('prompts')
  const [typed, setTyped] = useState('')
  const wanted = foldForSearch(typed.trim())
  const matches = prompts.filter(({ title, text }) => foldForSearch(`${title}\n${text}`).includes(wanted))
  return (
    <div className={styles['library']}>
      {prompts.length > 0 && (
        <TextField
          label={t('search')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {matches.length === 0 && (
        <p className={styles['hint']}>{prompts.length === 0 ? t('none', MARKS) : t('noneFound')}</p>
      )}
      <ul className={styles['list']}>
        {matches.map((prompt) => (
          <li key={prompt.id} className={styles['row']}>
            <button type="button" className={styles['pick']} onClick={() => onPick(prompt)}>
              <span className={styles['name']}>
                {prompt.title}
                {prompt.organization && <Badge>{prompt.organization.name}</Badge>}
                {SAMPLING_OPTIONS.map((option) => {
                  const value = prompt.sampling[option]
                  return value !== null && <Badge key={option}>{`${SAMPLING_NAMES[option]} ${value}`}</Badge>
                })}
              </span>
              <span className={styles['text']} dir="auto">
                {prompt.text}
              </span>
            </button>
            {prompt.mayEdit && (
              <IconButton
                icon={Pencil}
                label={t('edit', { title: prompt.title })}
                onClick={() => onEdit(prompt)}
              />
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button icon={Plus} onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}
