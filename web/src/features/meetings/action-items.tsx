import type { ActionItem } from '@vee/contract/entities/meeting'
import { Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './meetings.module.css'
import { Proof } from './minutes-view.tsx'

interface ActionItemsProps {
  readonly items: readonly ActionItem[]
  readonly onChange: (items: ActionItem[]) => void
  readonly onShow: (at: number) => void
}

/** What is to be done, by whom and until when. Whatever is changed by hand stays when the summary is written anew. */
export function ActionItems({ items, onChange, onShow }: ActionItemsProps) {
  const t = useTexts('meetings')
  const [text, setText] = useState('')
  const set = (id: string, part: Partial<ActionItem>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...part, origin: 'own' } : item)))

  function add(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() === '') return
    const fresh: ActionItem = {
      id: randomId(),
      text: text.trim(),
      assignee: null,
      done: false,
      dueDate: null,
      evidence: [],
      origin: 'own',
    }
    onChange([...items, fresh])
    setText('')
  }

  return (
    <section className={styles['section']} aria-label={t('tasks')}>
      <h3>{t('tasks')}</h3>
      <ul className={styles['tasks']}>
        {items.map((item) => (
          <li key={item.id} className={styles['minute']}>
            <Checkbox label={item.text} isChecked={item.done} onChange={(done) => set(item.id, { done })} />
            {item.origin === 'generated' && <Proof evidence={item.evidence} onShow={onShow} />}
            <div className={styles['task']}>
              <TextField
                label={t('assignee')}
                value={item.assignee ?? ''}
                maxLength={200}
                onChange={(event) =>
                  set(item.id, { assignee: event.target.value === '' ? null : event.target.value })
                }
              />
              <TextField
                label={t('due')}
                type="date"
                value={item.dueDate?.slice(0, 10) ?? ''}
                onChange={(event) =>
                  set(item.id, { dueDate: event.target.value === '' ? null : event.target.value })
                }
              />
              <IconButton
                icon={Trash2}
                label={t('removeTask', { task: item.text })}
                onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
              />
            </div>
          </li>
        ))}
      </ul>
      <form className={styles['task']} onSubmit={add}>
        <TextField
          label={t('newTask')}
          value={text}
          maxLength={2_000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" icon={Plus}>
          {t('add')}
        </Button>
      </form>
    </section>
  )
}
