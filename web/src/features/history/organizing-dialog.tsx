import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { ProjectEditor } from './project-editor.tsx'
import type { ServerHistory } from './source.ts'
import { TagsDialog } from './tags-dialog.tsx'
import type { useLabels } from './use-labels.ts'
import type { OrganizingActions, ShowUndoNotice } from './use-row-actions.tsx'

/** How long a deletion can be undone, in ms. The server would allow ten minutes. */
const UNDO_MS = 10_000

/** The dialog that is open. */
export type OpenDialog =
  | { readonly kind: 'tags' | 'move'; readonly item: ConversationSummary }
  | { readonly kind: 'project'; readonly project: Project }

interface OrganizingDialogProps {
  readonly dialog: OpenDialog
  readonly history: ServerHistory
  readonly labels: ReturnType<typeof useLabels>
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  readonly actions: OrganizingActions
  readonly tell: ShowUndoNotice
  readonly onClose: () => void
}

/** Changes the tags or the project of a conversation, or a project itself. */
export function OrganizingDialog({
  dialog,
  history,
  labels,
  agents,
  actions,
  tell,
  onClose,
}: OrganizingDialogProps) {
  const t = useTexts('history')
  const failed = () => void tell({ type: 'error', title: t('changeFailed') })

  function deleteProject({ id }: Project): void {
    history.removeProject(id).then(() => {
      labels.reload()
      const takeAway = tell({
        type: 'success',
        title: t('projects.deleted'),
        duration: UNDO_MS,
        message: (
          <Button
            size="compact"
            onClick={() => {
              takeAway()
              history.restoreProject(id).then(labels.reload, failed)
            }}
          >
            {t('undo')}
          </Button>
        ),
      })
    }, failed)
  }

  if (dialog.kind === 'project') {
    const { project } = dialog
    return (
      <ProjectEditor
        project={project}
        agents={agents}
        onSave={async (fields) => {
          await history.changeProject(project.id, fields)
          labels.reload()
        }}
        onDelete={() => deleteProject(project)}
        onClose={onClose}
      />
    )
  }
  const { item } = dialog
  return dialog.kind === 'tags' ? (
    <TagsDialog
      item={item}
      onSave={(tags) => {
        actions.onChangeTags(item, tags)
        labels.reload()
      }}
      onClose={onClose}
    />
  ) : (
    <ProjectDialog
      item={item}
      projects={labels.projects}
      onCreate={async (name) => {
        const project = await history.createProject(name)
        labels.reload()
        return project
      }}
      onMove={(projectId) => actions.onMoveTo(item, projectId)}
      onClose={onClose}
    />
  )
}
