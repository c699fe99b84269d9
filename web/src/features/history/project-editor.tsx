import type { Project } from '@vee/contract/entities/project'
import { MAX_INSTRUCTIONS_LENGTH, MAX_PROJECT_NAME_LENGTH } from '@vee/contract/entities/project-limits'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './history.module.css'

type ProjectFields = Pick<Project, 'name' | 'instructions' | 'agentId' | 'model'>

interface ModelName {
  readonly id: string
  readonly name: string
}

interface ProjectEditorProps {
  readonly project: Project
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  readonly loadModels: (signal: AbortSignal) => Promise<readonly ModelName[]>
  /** the button that opens the rights of teams; false: it is not the person's own project */
  readonly share: ReactNode
  /** what belongs to the project */
  readonly content: ReactNode
  readonly onSave: (fields: ProjectFields) => Promise<unknown>
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Changes the name, the instructions, the assistant and the model of a project, shares it, or deletes it. */
export function ProjectEditor({
  project,
  agents,
  loadModels,
  share,
  content,
  onSave,
  onDelete,
  onClose,
}: ProjectEditorProps) {
  const t = useTexts('history')
  const [fields, setFields] = useState<ProjectFields>(project)
  const [hasFailed, setFailed] = useState(false)
  const mayEdit = project.right === 'edit'
  const models = useModels(loadModels, project.model)

  async function save(): Promise<void> {
    const name = fields.name.trim()
    if (name === '') return
    setFailed(false)
    try {
      await onSave({ ...fields, name })
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      isOpen
      title={t('projects.edit')}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <EditorButtons project={project} onSave={() => void save()} onDelete={onDelete} onClose={onClose} />
      }
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ProjectFieldsInputs
          fields={fields}
          mayEdit={mayEdit}
          agents={agents}
          models={models}
          onChange={(changed) => setFields({ ...fields, ...changed })}
        />
        {share && <div>{share}</div>}
        {hasFailed && <p role="alert">{t('changeFailed')}</p>}
      </form>
      {content}
    </Dialog>
  )
}

interface EditorButtonsProps extends Pick<ProjectEditorProps, 'project' | 'onDelete' | 'onClose'> {
  readonly onSave: () => void
}

/** Only the owner can delete the project. */
function EditorButtons({ project, onSave, onDelete, onClose }: EditorButtonsProps) {
  const t = useTexts('history')
  return (
    <>
      {project.ownerName === null && (
        <Button
          icon={Trash2}
          onClick={() => {
            onDelete()
            onClose()
          }}
        >
          {t('projects.delete')}
        </Button>
      )}
      <Button onClick={onClose}>{t('cancel')}</Button>
      {project.right === 'edit' && (
        <Button variant="primary" onClick={onSave}>
          {t('save')}
        </Button>
      )}
    </>
  )
}

interface ProjectFieldsInputsProps extends Pick<ProjectEditorProps, 'agents'> {
  readonly fields: ProjectFields
  readonly mayEdit: boolean
  readonly models: readonly ModelName[]
  readonly onChange: (changed: Partial<ProjectFields>) => void
}

function ProjectFieldsInputs({ fields, mayEdit, agents, models, onChange }: ProjectFieldsInputsProps) {
  const t = useTexts('history')
  return (
    <>
      <TextField
        label={t('projects.name')}
        maxLength={MAX_PROJECT_NAME_LENGTH}
        readOnly={!mayEdit}
        value={fields.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('projects.instructions')}
        hint={t('projects.instructionsHint')}
        rows={6}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        readOnly={!mayEdit}
        value={fields.instructions}
        onChange={(event) => onChange({ instructions: event.target.value })}
      />
      <Select
        label={t('projects.agent')}
        value={fields.agentId ?? ''}
        disabled={!mayEdit}
        options={[
          { value: '', label: t('projects.anyAgent') },
          ...agents.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(agentId) => onChange({ agentId: agentId === '' ? null : agentId })}
      />
      <Select
        label={t('projects.model')}
        value={fields.model ?? ''}
        disabled={!mayEdit}
        options={[
          { value: '', label: t('projects.anyModel') },
          ...models.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(model) => onChange({ model: model === '' ? null : model })}
      />
    </>
  )
}

/** Returns the models that can be chosen; the chosen one also if it is not offered any more. */
function useModels(load: ProjectEditorProps['loadModels'], chosenId: string | null): readonly ModelName[] {
  const [models, setModels] = useState<readonly ModelName[]>([])
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal).then(setModels, () => undefined)
    return () => abort.abort()
  }, [load])
  const isOffered = chosenId === null || models.some(({ id }) => id === chosenId)
  return isOffered ? models : [...models, { id: chosenId, name: chosenId }]
}
