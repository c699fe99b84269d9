import { setImmediate as nextTurn } from 'node:timers/promises'
import { customAgentFields } from '@vee/contract/entities/custom-agent'
import { sampling } from '@vee/contract/entities/sampling'
import {
  listNoteRows,
  listCustomAgentRows,
  listOwnItemRows,
  listOwnProjectRows,
  listOwnPromptRows,
  sourceIdsOfConversations,
} from '#db/queries/accounts/archived-rows.ts'
import { listAttachments } from '#db/queries/attachments.ts'
import type { Database } from '#db/schema.ts'
import type { ZipInput } from '#lib/zip/write-zip.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Attachments } from '../../attachments/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Meetings, MeetingSound } from '../../meetings/index.ts'
import { ARCHIVE_FILES, ARCHIVE_FORMAT, ARCHIVE_VERSION } from './archive-format.ts'

/** What an archive is read from. */
export interface ArchiveSources {
  readonly database: Database
  readonly attachments: Pick<Attachments, 'read' | 'text'>
  readonly conversations: Pick<Conversations, 'all'>
  readonly meetings: Pick<Meetings, 'each'>
  readonly sound: Pick<MeetingSound, 'list' | 'read'>
}

/** Files that are listed at once. */
const BATCH_SIZE = 500

/** Yields the files of a member's archive, whose content is read when its turn comes. */
export async function* archiveFiles(
  sources: ArchiveSources,
  caller: Caller,
  createdAt: string,
): AsyncGenerator<ZipInput, void, undefined> {
  const { database } = sources
  yield json(ARCHIVE_FILES.manifest, { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, createdAt })
  const ids = await archivedIds(database, caller.id)
  yield json(ARCHIVE_FILES.agents, { agents: await agentsOf(database, caller.id) })
  yield json(ARCHIVE_FILES.projects, { projects: await projectsOf(database, caller.id, ids) })
  yield json(ARCHIVE_FILES.prompts, { prompts: await promptsOf(database, caller.id) })
  yield json(ARCHIVE_FILES.memory, { notes: await notesOf(database, caller.id, ids) })
  yield list(ARCHIVE_FILES.conversations, '"conversations"', conversationsOf(sources, caller.id, ids))
  yield list(ARCHIVE_FILES.meetings, '"version":1,"meetings"', sources.meetings.each({}, caller))
  const index = { files: [] as object[], recordings: [] as object[] }
  yield* attachedFiles(sources, caller, index.files)
  yield* recordings(sources, caller, index.recordings)
  // Last: it lists what could be read.
  yield json(ARCHIVE_FILES.index, index)
}

const json = (name: string, value: unknown): ZipInput => ({ name, content: textOf(value) })

async function* textOf(value: unknown) {
  yield `${JSON.stringify(value, undefined, 1)}\n`
}

const list = (name: string, head: string, items: AsyncIterable<unknown>): ZipInput => ({
  name,
  content: (async function* () {
    yield `{${head}:[`
    let separator = '\n'
    for await (const item of items) {
      yield separator + JSON.stringify(item)
      separator = ',\n'
      await nextTurn()
    }
    yield '\n]}\n'
  })(),
})

/** The ids of agents, projects and prompts in the archive, by their ids here: those with which they were restored stay. */
type ArchivedIds = ReadonlyMap<string, string>

async function archivedIds(database: Database, userId: string): Promise<ArchivedIds> {
  const rows = [
    ...(await listCustomAgentRows(database, userId)),
    ...(await listOwnProjectRows(database, userId)),
    ...(await listOwnPromptRows(database, userId)),
  ]
  return new Map(rows.map((row) => [row.id, idOf(row)]))
}

const idOf = ({ id, source_id }: { readonly id: string; readonly source_id: string | null }) =>
  source_id ?? id

const isoTime = (ms: number) => new Date(ms).toISOString()

async function agentsOf(database: Database, userId: string) {
  return (await listCustomAgentRows(database, userId)).map((row) => ({
    ...customAgentFields.parse({ ...(JSON.parse(row.details) as object), name: row.name || '?' }),
    id: idOf(row),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }))
}

async function projectsOf(database: Database, userId: string, ids: ArchivedIds) {
  const items = Map.groupBy(await listOwnItemRows(database, userId), ({ project_id }) => project_id)
  return (await listOwnProjectRows(database, userId)).map((row) => ({
    id: idOf(row),
    name: row.name,
    instructions: row.instructions,
    agentId: row.agent_id && (ids.get(row.agent_id) ?? row.agent_id),
    model: row.model,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    items: (items.get(row.id) ?? []).map(({ kind, ref, added_at }) => ({
      kind,
      ref: kind === 'prompt' ? (ids.get(ref) ?? ref) : ref,
      addedAt: isoTime(added_at),
    })),
  }))
}

async function promptsOf(database: Database, userId: string) {
  return (await listOwnPromptRows(database, userId)).map((row) => ({
    id: idOf(row),
    title: row.title,
    text: row.text,
    sampling: sampling.parse(row.sampling === null ? {} : JSON.parse(row.sampling)),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }))
}

async function notesOf(database: Database, userId: string, ids: ArchivedIds) {
  return (await listNoteRows(database, userId)).map((row) => ({
    text: row.note,
    kind: row.kind,
    scope: row.scope.replace(/(?<=^(?:agent|project):).+/, (id) => ids.get(id) ?? id),
    state: row.state,
    quote: row.quote,
    source:
      row.conversation_id === null || row.message_id === null
        ? null
        : { conversationId: row.conversation_id, messageId: row.message_id },
    pinned: row.pinned === 1,
    createdAt: isoTime(row.created_at),
  }))
}

/** Conversations without messages are none for an import. */
async function* conversationsOf(
  { database, conversations }: ArchiveSources,
  userId: string,
  ids: ArchivedIds,
): AsyncGenerator<object, void, undefined> {
  const sourceIds = await sourceIdsOfConversations(database, userId)
  const archivedId = (id: string) => ids.get(id) ?? id
  for await (const { messageCount: _, messages, ...conversation } of conversations.all(userId)) {
    if (messages.length === 0) continue
    const { id, agentId, projectId } = conversation
    const sourceId = sourceIds.get(id)
    yield {
      ...conversation,
      agentId: archivedId(agentId),
      projectId: projectId && archivedId(projectId),
      ...(sourceId !== undefined && { sourceId }),
      messages: messages.map((message) =>
        message.agentId === undefined ? message : { ...message, agentId: archivedId(message.agentId) },
      ),
    }
  }
}

/** Files that are lost or damaged are left out. */
async function* attachedFiles(
  { database, attachments }: ArchiveSources,
  caller: Caller,
  listed: object[],
): AsyncGenerator<ZipInput, void, undefined> {
  let after = ''
  for (;;) {
    const rows = await listAttachments(database, caller.id, { after, limit: BATCH_SIZE })
    for (const { id } of rows) {
      const file = await unlessLost(() => attachments.read(id, caller))
      if (!file) continue
      const { name, kind, mediaType, bytes, description, sectionCount } = file.attachment
      const number = String(listed.length + 1).padStart(5, '0')
      const path = `files/attachments/${number}-${plainName(name)}`
      const text =
        sectionCount === undefined ? undefined : await unlessLost(() => attachments.text(id, caller))
      const textPath = text ? `files/texts/${number}.json` : null
      yield { name: path, content: file.content }
      if (text && textPath !== null) yield json(textPath, text)
      const described = description === undefined ? {} : { description }
      listed.push({ id, name, kind, mediaType, bytes, ...described, path, textPath })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.id
  }
}

async function* recordings(
  { meetings, sound }: ArchiveSources,
  caller: Caller,
  listed: object[],
): AsyncGenerator<ZipInput, void, undefined> {
  for await (const { id: meetingId, keepsSound } of meetings.each({}, caller)) {
    if (!keepsSound) continue
    for (const { id, track, start, end, bytes } of await sound.list(meetingId, caller)) {
      const recording = await unlessLost(() => sound.read(meetingId, id, caller))
      if (!recording) continue
      const path = `files/recordings/${String(listed.length + 1).padStart(5, '0')}.wav`
      yield { name: path, content: recording.content }
      listed.push({ meetingId, id, track, start, end, bytes, path })
    }
  }
}

async function unlessLost<R>(read: () => Promise<R>): Promise<R | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** A name that every file system and every unpacker accepts. */
const plainName = (name: string) =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_')
    .replaceAll(/\.{2,}/g, '.')
    .slice(-80) || 'file'
