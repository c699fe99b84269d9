import type { Project } from '@vee/contract/entities/project'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { addToProject, type Dropped, putMeeting, takeMeetingOut } from '#projects/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { useKnowledgeReader } from '../../chat/knowledge-reader.ts'
import type { Runtime } from '../../runtime.ts'

/** How long meetings can be taken out of a project again, in ms. */
const UNDO_MS = 10_000

/** Returns what puts meetings and files that were dropped on a project into it, and shows how it ended. */
export function useProjectDrops(api: Api, { notices }: Pick<Runtime['shell'], 'notices'>) {
  const t = useTexts('history')
  const reader = useKnowledgeReader(api)
  const failed = () => notices.notify({ type: 'error', title: t('projects.putFailed') })

  async function dropMeetings(project: Project, ids: readonly string[]): Promise<void> {
    for (const id of ids) await putMeeting(api, project, id)
    const takeBack = async () => {
      for (const id of ids) await takeMeetingOut(api, project, id)
    }
    const dismiss = notices.showUndo({
      type: 'success',
      title: t('projects.inProject', { name: project.name }),
      duration: UNDO_MS,
      message: (
        <Button
          size="compact"
          onClick={() => {
            dismiss()
            takeBack().catch(failed)
          }}
        >
          {t('undo')}
        </Button>
      ),
    })
  }

  async function dropFiles(project: Project, files: readonly File[]): Promise<void> {
    const read = await Promise.all(
      files.map((file) => reader.read(file, () => undefined).catch(() => undefined)),
    )
    const attachmentIds = read.filter((id) => id !== undefined)
    if (attachmentIds.length > 0) {
      await addToProject(api, project, attachmentIds)
      notices.notify({ type: 'success', title: t('projects.inProject', { name: project.name }) })
    }
    const unread = files.filter((_, index) => read[index] === undefined).map(({ name }) => name)
    if (unread.length > 0)
      notices.notify({ type: 'error', title: t('projects.filesFailed', { names: unread.join(', ') }) })
  }

  return (project: Project, dropped: Dropped): void => {
    if (dropped.kind === 'meeting') dropMeetings(project, dropped.ids).catch(failed)
    else if (dropped.kind === 'file') dropFiles(project, dropped.files).catch(failed)
  }
}
