import type { ActionItem } from '@vee/contract/entities/meeting'
import type { PartChanges } from '@vee/contract/meetings/parts'
import { Check, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatDay } from '../files/day-of.ts'
import styles from '../meetings.module.css'
import { Proof } from './minutes-view.tsx'

interface ActionItemsProps {
  readonly items: readonly ActionItem[]
  readonly onChange: (changes: PartChanges<ActionItem>) => void
  readonly onShow: (seconds: number) => void
}

/**
 * The action items with assignee and due date. Manual changes are preserved when the summary is generated
 * again.
 */
export function ActionItems({ items, onChange, onShow }: ActionItemsProps) {
  const t = useTexts('meetings')
  const [edited, setEdited] = useState<string | undefined>()
  const set = (id: string, fields: Partial<ActionItem>) =>
    onChange({ set: [{ ...fields, id, origin: 'own' }] })

  return (
    <section className={styles['section']} aria-label={t('tasks')}>
      {items.length > 0 && (
        <ul className={styles['list']}>
          {items.map((item) => (
            <li key={item.id} className={styles['item']}>
              {edited === item.id ? (
                <TaskFields
                  item={item}
                  onChange={(fields) => set(item.id, fields)}
                  onRemove={() => onChange({ remove: [item.id] })}
                  onEnd={() => setEdited(undefined)}
                />
              ) : (
                <Task
                  item={item}
                  onCheck={(done) => set(item.id, { done })}
                  onEdit={() => setEdited(item.id)}
                  onShow={onShow}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <NewTask onAdd={(item) => onChange({ put: [item] })} />
    </section>
  )
}

/** The form for another action item. */
function NewTask({ onAdd }: { readonly onAdd: (item: ActionItem) => void }) {
  const t = useTexts('meetings')
  const [text, setText] = useState('')
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
    onAdd(fresh)
    setText('')
  }

  return (
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
  )
}

interface TaskProps {
  readonly item: ActionItem
  readonly onCheck: (done: boolean) => void
  readonly onEdit: () => void
  readonly onShow: (seconds: number) => void
}

function Task({ item, onCheck, onEdit, onShow }: TaskProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  return (
    <>
      <div className={styles['between']}>
        <Checkbox label={<span dir="auto">{item.text}</span>} isChecked={item.done} onChange={onCheck} />
        <IconButton icon={Pencil} label={t('edit', { text: item.text })} onClick={onEdit} />
      </div>
      {(item.assignee !== null || item.dueDate !== null) && (
        <span className={styles['facts']}>
          {item.assignee !== null && <span dir="auto">{item.assignee}</span>}
          {item.dueDate !== null && (
            <time dateTime={item.dueDate}>
              {t('dueOn', { date: formatDay(item.dueDate.slice(0, 10), language, 'medium') })}
            </time>
          )}
        </span>
      )}
      {(item.origin === 'generated' || item.evidence.length > 0) && (
        <Proof evidence={item.evidence} onShow={onShow} />
      )}
    </>
  )
}

interface TaskFieldsProps {
  readonly item: ActionItem
  readonly onChange: (fields: Partial<ActionItem>) => void
  readonly onRemove: () => void
  readonly onEnd: () => void
}

function TaskFields({ item, onChange, onRemove, onEnd }: TaskFieldsProps) {
  const t = useTexts('meetings')
  const [text, setText] = useState(item.text)
  return (
    <div className={styles['section']}>
      <TextField
        label={t('task')}
        value={text}
        maxLength={2_000}
        onChange={(event) => {
          setText(event.target.value)
          // An empty task is invalid; the last text remains until there is a new one.
          if (event.target.value.trim() !== '') onChange({ text: event.target.value.trim() })
        }}
      />
      <div className={styles['fields']}>
        <TextField
          label={t('assignee')}
          value={item.assignee ?? ''}
          maxLength={200}
          onChange={(event) => onChange({ assignee: event.target.value === '' ? null : event.target.value })}
        />
        <TextField
          label={t('due')}
          type="date"
          value={item.dueDate?.slice(0, 10) ?? ''}
          onChange={(event) => onChange({ dueDate: event.target.value === '' ? null : event.target.value })}
        />
      </div>
      <div className={styles['between']}>
        <Button icon={Check} onClick={onEnd}>
          {t('done')}
        </Button>
        <IconButton icon={Trash2} label={t('removeTask', { task: item.text })} onClick={onRemove} />
      </div>
    </div>
  )
}
