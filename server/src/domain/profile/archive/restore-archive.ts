import type { ArchiveRestored } from '@vee/contract/http/accounts/archive'
import { MAX_PROMPTS } from '@vee/contract/entities/teams/prompt-limits'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { findPromptOfArchive, listNoteRows, renameAgentOfMember } from '#db/queries/accounts/archived-rows.ts'
import { insertNote } from '#db/queries/memory-notes.ts'
import { insertPrompt } from '#db/queries/prompts.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import type { Caller } from '../../accounts/index.ts'
import type { CustomAgents } from '../../agents/custom-agents/index.ts'
import type { Projects } from '../../conversations/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { MAX_NOTES } from '../../tools/index.ts'
import {
  agentList,
  ARCHIVE_FILES,
  archivedAgent,
  archivedNote,
  archivedProject,
  archivedPrompt,
  noteList,
  projectList,
  promptList,
} from './archive-format.ts'
import { type OpenedArchive, smallList } from './read-archive.ts'
import { type ContentDependencies, restoreContent } from './restore-content.ts'
import { type Restoration, validEntries } from './restoration.ts'
import { Tally } from './tally.ts'

/** Where an archive is restored to. */
export interface ArchiveTargets extends ContentDependencies {
  readonly customAgents: Pick<CustomAgents, 'restoreArchived'>
  readonly projects: Pick<Projects, 'restoreArchived' | 'addItem'>
}

/**
 * Adds what is in an archive and not here, one thing after the other, each with its own transaction: what came in before an abort or a
 * failure stays, and the same archive continues there.
 */
export async function restoreArchive(
  targets: ArchiveTargets,
  archive: OpenedArchive,
  caller: Caller,
  signal: AbortSignal,
): Promise<ArchiveRestored> {
  const restoration: Restoration = {
    archive,
    caller,
    signal,
    tally: new Tally(),
    ids: new Map(),
    newProjects: new Set(),
  }
  await restoreAgents(targets, restoration)
  const projects = await restoreProjects(targets, restoration)
  await restorePrompts(targets.database, restoration)
  await restoreNotes(targets.database, restoration)
  await restoreContent(targets, restoration)
  for (const { id, items } of projects)
    for (const { kind, ref, addedAt } of items) {
      const item = { kind, ref: restoration.ids.get(ref) ?? ref, addedAt: ms(addedAt) }
      await addItem(targets, restoration.caller, id, item)
    }
  return restoration.tally.result()
}

const ms = (time: string) => Date.parse(time)

async function restoreAgents({ database, customAgents }: ArchiveTargets, restoration: Restoration) {
  const { archive, caller, tally, ids } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.agents, agentList, 'agents')
  for await (const agent of validEntries('agents', values, archivedAgent, restoration)) {
    const { id, createdAt, updatedAt, ...fields } = agent
    const archived = { id, fields, createdAt: ms(createdAt), updatedAt: ms(updatedAt) }
    const restored = await tally.attempt('agents', agent.name, () =>
      customAgents.restoreArchived(archived, caller),
    )
    if (!restored) continue
    tally.count('agents', restored.isNew)
    if (restored.isNew && agent.usesTools) tally.addAgentWithoutTools(agent.name)
    ids.set(id, restored.id)
    if (restored.isNew && restored.id !== id)
      await renameAgentOfMember(database, caller.id, { from: id, to: restored.id })
  }
}

async function restoreProjects({ projects }: ArchiveTargets, restoration: Restoration) {
  const { archive, caller, tally, ids, newProjects } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.projects, projectList, 'projects')
  const restoredProjects: z.output<typeof archivedProject>[] = []
  for await (const project of validEntries('projects', values, archivedProject, restoration)) {
    const { id, agentId, createdAt, updatedAt } = project
    const archived = {
      ...project,
      agentId: agentId && (ids.get(agentId) ?? agentId),
      createdAt: ms(createdAt),
      updatedAt: ms(updatedAt),
    }
    const restored = await tally.attempt('projects', project.name, () =>
      projects.restoreArchived(archived, caller),
    )
    if (!restored) continue
    tally.count('projects', restored.isNew)
    ids.set(id, restored.id)
    if (restored.isNew) newProjects.add(id)
    // What a person has taken out of a project since is not put back.
    if (restored.isNew) restoredProjects.push({ ...project, id: restored.id })
  }
  return restoredProjects
}

/** An item that is not here, such as a lost file, stays out. */
async function addItem(
  { projects }: ArchiveTargets,
  caller: Caller,
  id: string,
  item: Parameters<Projects['addItem']>[1],
): Promise<void> {
  try {
    await projects.addItem(id, item, caller)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function restorePrompts(database: Database, restoration: Restoration): Promise<void> {
  const { archive, caller, tally, ids } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.prompts, promptList, 'prompts')
  for await (const prompt of validEntries('prompts', values, archivedPrompt, restoration)) {
    const same = await findPromptOfArchive(database, caller.id, prompt.id)
    const row = {
      id: randomUUID(),
      user_id: caller.id,
      organization_id: null,
      title: withoutNul(prompt.title),
      text: withoutNul(prompt.text),
      sampling: JSON.stringify(prompt.sampling),
      created_at: ms(prompt.createdAt),
      updated_at: ms(prompt.updatedAt),
      source_id: withoutNul(prompt.id),
    }
    if (!same && !(await insertPrompt(database, row, MAX_PROMPTS))) {
      tally.refuse('prompts', prompt.title, 'no-room')
      continue
    }
    tally.count('prompts', !same)
    ids.set(prompt.id, same?.id ?? row.id)
  }
}

/** A note that says the same as one that is here, in any state, is not added. */
async function restoreNotes(database: Database, restoration: Restoration): Promise<void> {
  const { archive, caller, tally, ids } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.memory, noteList, 'notes')
  const noteKeys = new Set((await listNoteRows(database, caller.id)).map(({ note }) => foldForSearch(note)))
  for await (const note of validEntries('notes', values, archivedNote, restoration)) {
    const text = withoutNul(note.text)
    const isNew = !noteKeys.has(foldForSearch(text))
    noteKeys.add(foldForSearch(text))
    const row = {
      id: randomUUID(),
      user_id: caller.id,
      note: text,
      kind: note.kind,
      scope: withoutNul(note.scope).replace(/(?<=^(?:agent|project):).+/, (id) => ids.get(id) ?? id),
      state: note.state,
      quote: note.quote && withoutNul(note.quote),
      conversation_id: note.source && withoutNul(note.source.conversationId),
      message_id: note.source && withoutNul(note.source.messageId),
      pinned: Number(note.pinned),
      created_at: ms(note.createdAt),
    }
    if (isNew && !(await insertNote(database, row, MAX_NOTES))) {
      tally.refuse('notes', text, 'no-room')
      continue
    }
    tally.count('notes', isNew)
  }
}
