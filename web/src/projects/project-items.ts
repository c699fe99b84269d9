import type { Project } from '@vee/contract/entities/project'
import type {
  addKnowledgeFile,
  createKnowledgeBase,
  listKnowledgeBases,
  listKnowledgeFiles,
} from '@vee/contract/http/knowledge-bases'
import type { deleteProjectItem, putProjectItem } from '@vee/contract/http/projects'
import type { Api } from '#lib/http/index.ts'

/** Puts a meeting into a project. */
export const putMeeting = (api: Api, { id }: Pick<Project, 'id'>, meetingId: string) =>
  api.send<typeof putProjectItem>('PUT', '/projects/{id}/items/{kind}/{ref}', {
    params: { id, kind: 'meeting', ref: meetingId },
  })

/** Takes a meeting out of a project; it is not deleted. */
export const takeMeetingOut = (api: Api, { id }: Pick<Project, 'id'>, meetingId: string) =>
  api.send<typeof deleteProjectItem>('DELETE', '/projects/{id}/items/{kind}/{ref}', {
    params: { id, kind: 'meeting', ref: meetingId },
  })

const basesOf = async (api: Api, { id }: Pick<Project, 'id'>) =>
  (
    await api.json<typeof listKnowledgeBases>('GET', '/knowledge', {
      query: { ownerKind: 'project', ownerId: id },
    })
  ).items

/** Returns the names of the files from which the assistants of a project answer. */
export async function fileNamesIn(api: Api, project: Pick<Project, 'id'>): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const { id } of await basesOf(api, project)) {
    const { items } = await api.json<typeof listKnowledgeFiles>('GET', '/knowledge/{id}/files', {
      params: { id },
    })
    for (const { name } of items) names.add(name)
  }
  return names
}

/** Lets the assistants of a project answer from files: their texts are copied. Calls must not overlap, or there are two collections. */
export async function addToProject(
  api: Api,
  { id, name }: Pick<Project, 'id' | 'name'>,
  attachmentIds: readonly string[],
): Promise<void> {
  const bases = await basesOf(api, { id })
  const base =
    bases.find(({ right }) => right === 'edit') ??
    (await api.json<typeof createKnowledgeBase>('POST', '/knowledge', {
      body: { name: name || id, ownerKind: 'project', ownerId: id },
    }))
  for (const attachmentId of attachmentIds)
    await api.json<typeof addKnowledgeFile>('POST', '/knowledge/{id}/files', {
      params: { id: base.id },
      body: { attachmentId },
    })
}
