import type { Project } from '@vee/contract/entities/project'
import { MAX_PROJECT_NAME_LENGTH } from '@vee/contract/entities/project-limits'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'

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

  async function create(): Promise<void> {
    if (name.trim() !== '') onCreated(await onCreate(name.trim()))
  }

  return (
    <FormDialog title={t('projects.new')} onSave={create} onClose={onClose}>
      <TextField
        label={t('projects.name')}
        required
        maxLength={MAX_PROJECT_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
