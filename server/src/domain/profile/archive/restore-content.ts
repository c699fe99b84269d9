import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment } from '@vee/contract/entities/attachment'
import { documentText } from '@vee/contract/entities/attachment'
import { MAX_IMAGE_BYTES } from '@vee/contract/entities/attachment-limits'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { type ConversationToImport, conversationToImport } from '@vee/contract/http/conversations'
import type { z } from 'zod'
import { moveIntoProject } from '#db/queries/accounts/archived-rows.ts'
import { findSameAttachment } from '#db/queries/attachments.ts'
import { findConversation } from '#db/queries/conversations/conversations.ts'
import type { Database } from '#db/schema.ts'
import type { Attachments } from '../../attachments/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Meetings, MeetingSound } from '../../meetings/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import {
  ARCHIVE_FILES,
  archivedFile,
  archivedMeeting,
  archivedRecording,
  fileIndex,
} from './archive-format.ts'
import { smallList } from './read-archive.ts'
import { type Restoration, validEntries } from './restoration.ts'

export interface ContentDependencies {
  readonly database: Database
  readonly attachments: Pick<Attachments, 'adopt' | 'limits' | 'setText' | 'setDescription'>
  /** sealed files of attachments */
  readonly files: {
    write(source: Readable): Promise<{ readonly file: string; readonly salt: string; readonly bytes: number }>
    remove(file: string): Promise<void>
  }
  readonly conversations: Pick<Conversations, 'import'>
  readonly meetings: Pick<Meetings, 'import'>
  readonly sound: Pick<MeetingSound, 'store' | 'list'>
}

/** Restores files, conversations, meetings and their sound. */
export async function restoreContent(
  dependencies: ContentDependencies,
  restoration: Restoration,
): Promise<void> {
  await restoreFiles(dependencies, restoration)
  await restoreConversations(dependencies, restoration)
  await restoreMeetings(dependencies, restoration)
  await restoreRecordings(dependencies, restoration)
}

type ArchivedFile = z.output<typeof archivedFile>

async function restoreFiles(dependencies: ContentDependencies, restoration: Restoration): Promise<void> {
  const { archive, tally, ids } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.index, fileIndex, 'files')
  for await (const file of validEntries('files', values, archivedFile, restoration)) {
    const restored = await tally.attempt('files', file.name, () =>
      restoreFile(dependencies, restoration, file),
    )
    if (!restored) continue
    tally.count('files', restored.isNew)
    ids.set(file.id, restored.attachment.id)
  }
}

/** A file whose bytes are here already is that one. */
async function restoreFile(
  { database, attachments, files }: ContentDependencies,
  { archive, caller }: Restoration,
  { name, description, path, textPath }: ArchivedFile,
): Promise<{ readonly attachment: Attachment; readonly isNew: boolean }> {
  const file = archive.file(path)
  if (!file) throw new DomainError('NOT_FOUND', 'The file is not in the archive.')
  const { fileBytes } = await attachments.limits(caller)
  if (file.bytes > fileBytes) throw new DomainError('TOO_LARGE', 'The file is larger than the plan allows.')
  const hasher = createHash('sha256')
  const head: Uint8Array[] = []
  let headBytes = 0
  async function* hashed(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      if (headBytes <= MAX_IMAGE_BYTES) head.push(chunk)
      headBytes += chunk.length
      hasher.update(chunk)
      yield chunk
    }
  }
  const sealed = await files.write(Readable.from(hashed(file.content)))
  const hash = hasher.digest('hex')
  const isNew = (await findSameAttachment(database, caller.id, hash)) === undefined
  const attachment = await attachments.adopt({ hash, sealed, head: Buffer.concat(head), name }, caller)
  if (!attachment) throw new DomainError('NOT_FOUND', 'The file could not be stored.')
  if (!isNew) return { attachment, isNew }
  const text = textPath === null ? undefined : documentText.safeParse(await archive.small(textPath))
  if (text?.success) await attachments.setText(attachment.id, text.data, caller)
  if (description !== undefined) await attachments.setDescription(attachment.id, description, caller)
  return { attachment, isNew }
}

async function restoreConversations(
  { database, conversations }: ContentDependencies,
  restoration: Restoration,
): Promise<void> {
  const { archive, caller, tally, newProjects } = restoration
  const values = archive.values(ARCHIVE_FILES.conversations)
  const valid = validEntries('conversations', values, conversationToImport, restoration)
  for await (const archived of valid) {
    const conversation = here(archived, restoration.ids)
    const { id, title = '', projectId } = conversation
    const added = await tally.attempt('conversations', title, async () => {
      const { addedMessages } = await conversations.import({ conversations: [conversation] }, caller)
      return addedMessages
    })
    if (added === undefined) continue
    tally.count('conversations', added > 0)
    tally.addMessages(added)
    // It came in before there was room for its project.
    if (added > 0 || !projectId || !archived.projectId || !newProjects.has(archived.projectId)) continue
    const key = { userId: caller.id, id }
    if (await findConversation(database, key)) await moveIntoProject(database, key, projectId)
  }
}

/** Returns a conversation with the ids that its agents, project and files have here. */
function here(conversation: ConversationToImport, ids: ReadonlyMap<string, string>): ConversationToImport {
  const idHere = (id: string) => ids.get(id) ?? id
  const { agentId, projectId } = conversation
  return {
    ...conversation,
    agentId: idHere(agentId),
    ...(projectId && { projectId: idHere(projectId) }),
    messages: conversation.messages.map((message) => ({ ...message, ...namesHere(message, idHere) })),
  }
}

function namesHere(
  { agentId, attachments, pictures, sources }: ConversationMessage,
  idHere: (id: string) => string,
) {
  const filesHere = (files: readonly Attachment[]) => files.map((file) => ({ ...file, id: idHere(file.id) }))
  return {
    ...(agentId !== undefined && { agentId: idHere(agentId) }),
    ...(attachments && { attachments: filesHere(attachments) }),
    ...(pictures && { pictures: filesHere(pictures) }),
    ...(sources && {
      sources: sources.map((source) => ({ ...source, ref: source.ref && idHere(source.ref) })),
    }),
  }
}

async function restoreMeetings({ meetings }: ContentDependencies, restoration: Restoration): Promise<void> {
  const { archive, caller, tally } = restoration
  const values = meetingsOf(archive.values(ARCHIVE_FILES.meetings))
  for await (const meeting of validEntries('meetings', values, archivedMeeting, restoration)) {
    const result = await tally.attempt('meetings', meeting.title, () => meetings.import([meeting], caller))
    if (result) tally.count('meetings', result.added > 0)
  }
}

/** The file of meetings begins with its version. */
async function* meetingsOf(values: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const value of values) if (typeof value === 'object') yield value
}

async function restoreRecordings({ sound }: ContentDependencies, restoration: Restoration): Promise<void> {
  const { archive, caller, tally } = restoration
  const values = await smallList(archive, ARCHIVE_FILES.index, fileIndex, 'recordings')
  for await (const recording of validEntries('recordings', values, archivedRecording, restoration)) {
    const { meetingId, id, track, start, end, path } = recording
    const isNew = await tally.attempt('recordings', path, async () => {
      const stored = await sound.list(meetingId, caller)
      if (stored.some((piece) => piece.id === id)) return false
      const file = archive.file(path)
      if (!file) throw new DomainError('NOT_FOUND', 'The recording is not in the archive.')
      const facts = { pieceId: id, track, start, end }
      await sound.store(meetingId, Readable.from(file.content), () => Promise.resolve(facts), caller)
      return true
    })
    if (isNew !== undefined) tally.count('recordings', isNew)
  }
}
