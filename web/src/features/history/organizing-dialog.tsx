import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import { MAX_CONVERSATION_TAGS } from '@vee/contract/entities/conversation-limits'
import { type ComponentType, Suspense } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { NewProjectDialog } from './new-project-dialog.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { ProjectEditor } from './project-editor.tsx'
import { ProjectItems } from './project-items.tsx'
import type { ServerHistory } from './source.ts'
import { TagsDialog } from './tags-dialog.tsx'
import type { useLabels } from './use-labels.ts'
import type { OrganizingActions } from './use-row-actions.tsx'
import { type ShowUndoNotice, useUndoOffer } from './use-undo-offer.tsx'

/** The dialog that is open. */
export type OpenDialog =
  /** at least one */
  | { readonly kind: 'tags' | 'move'; readonly items: readonly ConversationSummary[] }
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'new-project' }

/** What the list of a project's files needs. */
export interface ProjectKnowledgeProps {
  readonly api: Api
  readonly projectId: string
  readonly mayEdit: boolean
}

interface OrganizingDialogProps {
  readonly dialog: OpenDialog
  readonly history: ServerHistory
  readonly labels: ReturnType<typeof useLabels>
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  readonly actions: OrganizingActions
  readonly tell: ShowUndoNotice
  /** the button that opens the rights of teams */
  readonly Share: ComponentType<ShareProps>
  readonly Knowledge: ComponentType<ProjectKnowledgeProps>
  readonly onOpenMeeting: (id: string) => void
  /** opens the dialog in which a project is changed */
  readonly onEditProject: (project: Project) => void
  readonly api: Api
  readonly onClose: () => void
}

/** Changes the tags or the project of conversations, or a project itself. */
export function OrganizingDialog({ dialog, ...props }: OrganizingDialogProps) {
  if (dialog.kind === 'new-project') {
    const { history, labels, onEditProject, onClose } = props
    return (
      <NewProjectDialog
        onCreate={history.createProject}
        onCreated={(project) => {
          labels.reload()
          onEditProject(project)
        }}
        onClose={onClose}
      />
    )
  }
  if (dialog.kind === 'project') return <ProjectEditing project={dialog.project} {...props} />
  const parts = { items: dialog.items, ...props }
  return dialog.kind === 'tags' ? <TagsOfItems {...parts} /> : <ProjectOfItems {...parts} />
}

type ProjectEditingProps = Omit<OrganizingDialogProps, 'dialog' | 'actions' | 'onEditProject'> & {
  readonly project: Project
}

/** Changes a project, with its files and other contents. */
function ProjectEditing({
  project,
  history,
  labels,
  agents,
  tell,
  Share,
  Knowledge,
  onOpenMeeting,
  api,
  onClose,
}: ProjectEditingProps) {
  const deleteProject = useProjectDeletion({ history, labels, tell })
  return (
    <ProjectEditor
      project={project}
      agents={agents}
      loadModels={history.models}
      share={
        project.ownerName === null && (
          <Suspense fallback={null}>
            <Share api={api} kind="project" id={project.id} title={project.name} />
          </Suspense>
        )
      }
      content={
        <>
          <Suspense fallback={null}>
            <Knowledge api={api} projectId={project.id} mayEdit={project.right === 'edit'} />
          </Suspense>
          <ProjectItems
            history={history}
            projectId={project.id}
            onOpenMeeting={(id) => {
              onClose()
              onOpenMeeting(id)
            }}
          />
        </>
      }
      onSave={async (fields) => {
        await history.changeProject(project.id, fields)
        labels.reload()
      }}
      onDelete={() => deleteProject(project)}
      onClose={onClose}
    />
  )
}

/** Returns a function that deletes a project, which can be undone. */
function useProjectDeletion({
  history,
  labels,
  tell,
}: Pick<OrganizingDialogProps, 'history' | 'labels' | 'tell'>): (project: Project) => void {
  const t = useTexts('history')
  const offerUndo = useUndoOffer(tell)
  const failed = () => void tell({ type: 'error', title: t('changeFailed') })
  return ({ id }) => {
    history.removeProject(id).then(() => {
      labels.reload()
      offerUndo(t('projects.deleted'), () => void history.restoreProject(id).then(labels.reload, failed))
    }, failed)
  }
}

interface ItemsDialogProps extends Pick<OrganizingDialogProps, 'history' | 'labels' | 'actions' | 'onClose'> {
  readonly items: readonly ConversationSummary[]
}

/** Changes the tags that all conversations have. */
function TagsOfItems({ items, labels, actions, onClose }: Omit<ItemsDialogProps, 'history'>) {
  const common = items[0]?.tags.filter((tag) => items.every(({ tags }) => tags.includes(tag))) ?? []
  return (
    <TagsDialog
      tags={common}
      onSave={(tags) => {
        for (const item of items) {
          const own = item.tags.filter((tag) => !common.includes(tag))
          actions.onChangeTags(item, [...new Set([...own, ...tags])].slice(0, MAX_CONVERSATION_TAGS))
        }
        labels.reload()
      }}
      onClose={onClose}
    />
  )
}

/** Moves conversations into a project. */
function ProjectOfItems({ items, history, labels, actions, onClose }: ItemsDialogProps) {
  const [first] = items
  const isInOne = items.every(({ projectId }) => projectId === first?.projectId)
  return (
    <ProjectDialog
      projectId={isInOne ? (first?.projectId ?? null) : null}
      projects={labels.projects}
      onCreate={async (name) => {
        const project = await history.createProject(name)
        labels.reload()
        return project
      }}
      onMove={(projectId) => {
        for (const item of items) actions.onMoveTo(item, projectId)
      }}
      onClose={onClose}
    />
  )
}
