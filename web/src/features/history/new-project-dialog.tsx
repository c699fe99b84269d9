import type { Project } from '@vee/contract/entities/project'
import { PROJECT_NAME_MAX_LENGTH } from '@vee/contract/entities/project-limits'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './history.module.css'

interface NewProjectDialogProps {
  /** Creates a project with this name and returns it. */
  readonly onCreate: (name: string) => Promise<Project>
  /** called with the project, whose other fields can be changed now */
  readonly onCreated: (project: Project) => void
  readonly onClose: () => void
}

/** Asks for the name of a new project. */
export function NewProjectDialog({ onCreate, onCreated, onClose }: NewProjectDialogProps) {
  const t = useTexts('history')
  const [name, setName] = useState('')
  const [hasFailed, setFailed] = useState(false)

  function create(): void {
    if (name.trim() === '') return
    setFailed(false)
    onCreate(name.trim()).then(onCreated, () => setFailed(true))
  }

  return (
    <Dialog
      isOpen
      size="small"
      title={t('projects.new')}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={create}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <TextField
          label={t('projects.name')}
          required
          maxLength={PROJECT_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {hasFailed && <p role="alert">{t('changeFailed')}</p>}
      </form>
    </Dialog>
  )
}
