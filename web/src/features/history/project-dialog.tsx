import type { Project } from '@vee/contract/entities/project'
import { MAX_PROJECT_NAME_LENGTH } from '@vee/contract/entities/project-limits'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { RadioGroup } from '#ui/controls/choice.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'

/** The choice of no project. */
const NO_PROJECT = ''

interface ProjectDialogProps {
  /** of the conversation, or of all that are moved; null: none, or not the same */
  readonly projectId: string | null
  readonly projects: readonly Project[]
  /** Creates a project with this name and returns it. */
  readonly onCreate: (name: string) => Promise<Project>
  readonly onMove: (projectId: string | null) => void
  readonly onClose: () => void
}

/** Moves conversations into a project, a new one too, or out of their project. */
export function ProjectDialog({
  projectId: currentId,
  projects,
  onCreate,
  onMove,
  onClose,
}: ProjectDialogProps) {
  const t = useTexts('history')
  const [chosenId, setChosenId] = useState(currentId ?? NO_PROJECT)
  const [name, setName] = useState('')

  async function save(): Promise<void> {
    const created = name.trim() === '' ? undefined : await onCreate(name.trim())
    const projectId = created?.id ?? chosenId
    onMove(projectId === NO_PROJECT ? null : projectId)
    onClose()
  }

  return (
    <FormDialog title={t('projects.toProject')} onSave={save} onClose={onClose}>
      <ProjectChoice projects={projects} chosenId={chosenId} onChoose={setChosenId} />
      <TextField
        label={t('projects.new')}
        icon={Plus}
        maxLength={MAX_PROJECT_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

interface ProjectChoiceProps extends Pick<ProjectDialogProps, 'projects'> {
  readonly chosenId: string
  readonly onChoose: (id: string) => void
}

/** The existing projects, and none; nothing if there is no project yet. */
function ProjectChoice({ projects, chosenId, onChoose }: ProjectChoiceProps) {
  const t = useTexts('history')
  if (projects.length === 0) return null
  return (
    <RadioGroup
      label={t('projects.title')}
      value={chosenId}
      onChange={onChoose}
      options={[
        { value: NO_PROJECT, label: t('projects.none') },
        ...projects.map((project) => ({ value: project.id, label: project.name })),
      ]}
    />
  )
}
