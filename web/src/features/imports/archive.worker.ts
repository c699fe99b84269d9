import { ArchiveError, readArchive } from './archive-reader.ts'
import type { ArchivedConversation, ReaderCommand, ReaderReport } from './archive-messages.ts'
import { fileNamed, hashOf } from './archive-files.ts'
import { ExtrasFound } from './extras-found.ts'
import type { ImportedConversation } from './imported.ts'
import type { ImportSource } from '@vee/contract/http/imports'

/** What one request of an import holds at most. */
const BATCH_CONVERSATIONS = 40
const BATCH_LENGTH = 1_500_000

let takeNext: (() => void) | undefined
const send = (report: ReaderReport) => postMessage(report)
const neverAborted = new AbortController().signal

/** Sends a piece and waits until it was taken, so that no more than one is in memory. */
async function hand(report: ReaderReport): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    takeNext = resolve
  })
  send(report)
  await taken
}

async function scan(archive: File): Promise<void> {
  const conversations = new Map<string, ArchivedConversation>()
  const sources = new Map<ImportSource, number>()
  const unreadable = new Set<string>()
  const extras = new ExtrasFound()
  for await (const entry of readArchive(archive, { wantsFile: () => false, signal: neverAborted })) {
    if (entry.type === 'progress') send(entry)
    else if (entry.type === 'unreadable') unreadable.add(entry.name)
    else if (entry.type === 'extras') extras.add(entry.extras)
    else if (entry.type === 'conversation') {
      const { sourceId, title, createdAt, messages, labels } = entry.conversation
      const files = messages.reduce((sum, message) => sum + message.files.length, 0)
      const { projectId } = labels
      conversations.set(sourceId, { sourceId, title, createdAt, messages: messages.length, files, projectId })
      sources.set(entry.source, (sources.get(entry.source) ?? 0) + 1)
    }
  }
  const [commonest] = [...sources].toSorted(([, left], [, right]) => right - left)
  send({
    type: 'found',
    source: commonest?.[0],
    fileHash: await hashOf(archive),
    conversations: [...conversations.values()].toSorted((left, right) =>
      right.createdAt.localeCompare(left.createdAt),
    ),
    projects: extras.projects,
    agents: extras.agents,
    unreadable: [...unreadable, ...extras.omittedDocuments],
  })
}

type ImportCommand = Extract<ReaderCommand, { type: 'import' }>

async function importConversations({ archive, chosen, hasFiles }: ImportCommand): Promise<void> {
  if (hasFiles) await sendFiles(archive, await wantedFiles(archive, chosen))
  let batch: ImportedConversation[] = []
  let length = 0
  for await (const entry of readArchive(archive, { wantsFile: () => false, signal: neverAborted })) {
    if (entry.type === 'progress') send(entry)
    if (entry.type !== 'conversation' || !chosen.has(entry.conversation.sourceId)) continue
    const size = entry.conversation.messages.reduce((sum, { content }) => sum + content.length + 300, 0)
    if (batch.length > 0 && (batch.length >= BATCH_CONVERSATIONS || length + size > BATCH_LENGTH)) {
      await hand({ type: 'conversations', conversations: batch })
      batch = []
      length = 0
    }
    batch.push(entry.conversation)
    length += size
  }
  if (batch.length > 0) await hand({ type: 'conversations', conversations: batch })
  send({ type: 'done' })
}

async function sendFiles(archive: File, wanted: ReadonlySet<string>): Promise<void> {
  const wantsFile = (name: string) => fileNamed(name, wanted) !== undefined
  for await (const entry of readArchive(archive, { wantsFile, signal: neverAborted })) {
    const wantedName = entry.type === 'file' ? fileNamed(entry.name, wanted) : undefined
    if (entry.type === 'file' && wantedName !== undefined) await hand({ ...entry, wantedName })
  }
}

/** Returns the names of the files that the chosen conversations use. */
async function wantedFiles(archive: File, chosen: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const entry of readArchive(archive, { wantsFile: () => false, signal: neverAborted }))
    if (entry.type === 'conversation' && chosen.has(entry.conversation.sourceId))
      for (const { files } of entry.conversation.messages) for (const name of files) names.add(name)
  return names
}

addEventListener('message', ({ data }: MessageEvent<ReaderCommand>) => {
  if (data.type === 'next') return takeNext?.()
  const work = data.type === 'scan' ? scan(data.archive) : importConversations(data)
  work.catch((error: unknown) =>
    send({ type: 'failed', reason: error instanceof ArchiveError ? error.reason : 'damaged' }),
  )
})
