import type { deleteMemoryNote, listMemoryNotes } from '@vee/contract/http/tools'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './settings.module.css'

interface Note {
  readonly id: string
  readonly note: string
}

/** Lists and deletes the notes in the agents' memory. */
export function MemorySection({ api, isSignedIn }: { readonly api: Api; readonly isSignedIn: boolean }) {
  const t = useTexts('settings')
  const [notes, setNotes] = useState<readonly Note[]>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!isSignedIn) return
    let isCurrent = true
    api
      .json<typeof listMemoryNotes>('GET', '/memory-notes')
      .then((response) => isCurrent && setNotes(response.notes))
      .catch(() => isCurrent && setHasFailed(true))
    return () => {
      isCurrent = false
    }
  }, [api, isSignedIn])

  async function forget(id: string): Promise<void> {
    try {
      await api.send<typeof deleteMemoryNote>('DELETE', '/memory-notes/{id}', { params: { id } })
      setNotes((current) => current?.filter((note) => note.id !== id))
    } catch {
      setHasFailed(true)
    }
  }

  return (
    <>
      <p className={styles['text']}>{t('memory.text')}</p>
      {!isSignedIn && <p className={styles['text']}>{t('memory.members')}</p>}
      {hasFailed && <p role="alert">{t('memory.failed')}</p>}
      {notes?.length === 0 && <p className={styles['text']}>{t('memory.none')}</p>}
      {notes && notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map(({ id, note }) => (
            <li key={id}>
              <span dir="auto">{note}</span>
              <IconButton
                icon={Trash2}
                label={t('memory.delete', { note })}
                size="compact"
                onClick={() => void forget(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
