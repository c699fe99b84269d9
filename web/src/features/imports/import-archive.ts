import type { Attachment } from '@vee/contract/entities/attachment'
import type { postAttachment } from '@vee/contract/http/attachments'
import type { importConversations } from '@vee/contract/http/conversations'
import {
  MAX_CONVERSATION_TAG_LENGTH,
  MAX_CONVERSATION_TAGS,
} from '@vee/contract/entities/conversation-limits'
import type { ArchiveImport, beginImport, findImported, ImportSource } from '@vee/contract/http/imports'
import { type Api, ApiError } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import type { ArchivedConversation, ReaderCommand, ReaderReport } from './archive-messages.ts'
import { importProjects } from './import-projects.ts'
import type { AgentProposal, ConversationLabels, ImportedConversation, ImportedProject } from './imported.ts'

/** The parts of a worker that reading an archive takes. */
export interface ReaderWorker {
  addEventListener(type: 'message', listener: (event: MessageEvent<ReaderReport>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  postMessage(command: ReaderCommand): void
  terminate(): void
}

const openReader = (): ReaderWorker =>
  new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' })

/** What an archive contains, before anything of it comes in. */
export interface ArchiveScan {
  readonly archive: File
  readonly source: ImportSource
  readonly fileHash: string
  /** newest first */
  readonly conversations: readonly ArchivedConversation[]
  readonly projects: readonly ImportedProject[]
  readonly agents: readonly AgentProposal[]
  readonly unreadable: readonly string[]
}

/** What came in, and what did not. */
export interface Outcome {
  readonly importId: string
  readonly addedMessages: number
  /** titles of conversations that the server refused, for example because they are too large */
  readonly refused: readonly string[]
  /** names of files that are not in the archive, or do not fit */
  readonly missingFiles: readonly string[]
}

interface ImportOptions {
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
  readonly open?: () => ReaderWorker
}

/** The reason why nothing of an archive can come in. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly reason: 'unknown' | 'damaged' | 'too-large'

  constructor(reason: ImportError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Reads an archive without storing anything. Throws ImportError. */
export async function scanArchive(archive: File, options: ImportOptions): Promise<ArchiveScan> {
  let scan: ArchiveScan | undefined
  await follow({ type: 'scan', archive }, options, async (report) => {
    if (report.type !== 'found') return false
    const { source, fileHash, conversations, projects, agents, unreadable } = report
    if (source === undefined || conversations.length === 0) throw new ImportError('unknown')
    scan = { archive, source, fileHash, conversations, projects, agents, unreadable }
    return true
  })
  if (!scan) throw new ImportError('damaged')
  return scan
}

/** Ids of one request. */
const KNOWN_AT_ONCE = 5_000

/** Returns which conversations of an archive are in the account; none if that cannot be asked for. */
export async function importedBefore(
  api: Api,
  { conversations }: Pick<ArchiveScan, 'conversations'>,
): Promise<ReadonlySet<string>> {
  const ids = conversations.map(({ sourceId }) => sourceId.slice(0, MAX_SOURCE_ID_LENGTH))
  const storedIds = new Set<string>()
  try {
    for (let start = 0; start < ids.length; start += KNOWN_AT_ONCE) {
      const { sourceIds } = await api.json<typeof findImported>('POST', '/imports/known', {
        body: { sourceIds: ids.slice(start, start + KNOWN_AT_ONCE) },
      })
      for (const id of sourceIds) storedIds.add(id)
    }
  } catch {
    // They are marked only; what is there does not come in twice.
  }
  return storedIds
}

/**
 * Imports the chosen conversations into the account. What came in before an abort or a failure stays, and the same archive continues
 * there. Throws ImportError, and ApiError where the server takes nothing more.
 */
export async function importArchive(
  api: Api,
  scan: ArchiveScan,
  chosen: ReadonlySet<string>,
  options: ImportOptions,
): Promise<Outcome> {
  const { archive, source, fileHash, conversations } = scan
  const begun: ArchiveImport = await api.json<typeof beginImport>('POST', '/imports', {
    body: {
      source,
      fileHash,
      counts: {
        conversations: conversations.length,
        messages: conversations.reduce((sum, { messages }) => sum + messages, 0),
        files: conversations.reduce((sum, { files }) => sum + files, 0),
      },
    },
  })
  const projectIds = await projectsFor(api, scan, chosen, begun.id)
  const files = new Map<string, Attachment>()
  const missing = new Set<string>()
  const refused: string[] = []
  let added = 0
  const hasFiles = conversations.some(({ sourceId, files: count }) => count > 0 && chosen.has(sourceId))
  await follow({ type: 'import', archive, chosen, hasFiles }, options, async (report) => {
    if (report.type === 'file') {
      const stored = await upload(api, report)
      if (stored) files.set(report.wantedName, stored)
    }
    if (report.type === 'conversations') {
      const stored = await store({ api, importId: begun.id, files, projectIds }, report.conversations)
      added += stored.added
      refused.push(...stored.refused)
      for (const name of stored.missing) missing.add(name)
    }
    return report.type === 'done'
  })
  return { importId: begun.id, addedMessages: added, refused, missingFiles: [...missing] }
}

/** Returns the projects of what is new: conversations that are here already stay where they are. */
async function projectsFor(
  api: Api,
  { source, conversations, projects }: ArchiveScan,
  chosen: ReadonlySet<string>,
  importId: string,
): Promise<ReadonlyMap<string, string>> {
  if (projects.length === 0) return new Map()
  const storedIds = await importedBefore(api, { conversations })
  const fresh = conversations.filter(({ sourceId }) => chosen.has(sourceId) && !storedIds.has(sourceId))
  const used = new Set(fresh.flatMap(({ projectId }) => projectId ?? []))
  return importProjects(
    api,
    source,
    projects.filter(({ id }) => used.has(id)),
    importId,
  )
}

/** Runs a command in a worker of its own; each piece is taken before the next one is read. */
async function follow(
  command: ReaderCommand,
  { onProgress, signal, open = openReader }: ImportOptions,
  take: (report: ReaderReport) => Promise<boolean>,
): Promise<void> {
  const worker = open()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  worker.addEventListener('error', () => reject(new ImportError('damaged')))
  worker.addEventListener('message', ({ data: report }) => {
    if (report.type === 'progress') return onProgress(report.fraction)
    if (report.type === 'failed') return reject(new ImportError(report.reason))
    take(report).then((isDone) => {
      if (isDone) resolve()
      else if (!signal.aborted) worker.postMessage({ type: 'next' })
    }, reject)
  })
  try {
    signal.throwIfAborted()
    worker.postMessage(command)
    await promise
  } finally {
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}

/** Uploads a file. Returns undefined for one that the server does not take, or that does not fit: it is missing in the end. */
export async function upload(
  api: Api,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | string },
): Promise<Attachment | undefined> {
  const fileName = name.slice(name.lastIndexOf('/') + 1)
  const body = new FormData()
  body.append('file', new Blob([bytes]), fileName)
  body.append('name', fileName.replace(/^file[-_][A-Za-z0-9]+[-_](?=.+\.)/, ''))
  try {
    return await api.json<typeof postAttachment>('POST', '/attachments', { body })
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401)
      return undefined
    throw error
  }
}

interface StoredBatch {
  readonly added: number
  readonly refused: readonly string[]
  readonly missing: readonly string[]
}

/** Longest id in another program that the server stores. */
const MAX_SOURCE_ID_LENGTH = 300

/** What an import stores to. */
interface StoreTarget {
  readonly api: Api
  readonly importId: string
  readonly files: ReadonlyMap<string, Attachment>
  /** ids of projects by their ids in the archive */
  readonly projectIds: ReadonlyMap<string, string>
}

function labelsOf(
  { projectId, tags = [], isPinned, isArchived }: ConversationLabels,
  projectIds: StoreTarget['projectIds'],
) {
  const project = projectId === undefined ? undefined : projectIds.get(projectId)
  const validTags = tags
    .map((tag) =>
      tag
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, MAX_CONVERSATION_TAG_LENGTH)
        .trim(),
    )
    .filter((tag) => tag !== '')
  return {
    ...(project !== undefined && { projectId: project }),
    ...(validTags.length > 0 && { tags: validTags.slice(0, MAX_CONVERSATION_TAGS) }),
    ...(isPinned === true && { pinned: true }),
    ...(isArchived === true && { archived: true }),
  }
}

/** A batch that is refused is stored one by one, so that one conversation does not keep the others out. */
async function store(
  target: StoreTarget,
  conversations: readonly ImportedConversation[],
): Promise<StoredBatch> {
  const { api, importId, files, projectIds } = target
  const missing = new Set<string>()
  const attachmentsOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const file = files.get(name)
      if (!file) missing.add(name)
      return file ? [file] : []
    })
  try {
    const { addedMessages } = await api.json<typeof importConversations>('POST', '/conversations/import', {
      body: {
        importId,
        conversations: conversations.map(({ sourceId, title, messages, leafId, labels }) => ({
          id: randomId(),
          sourceId: sourceId.slice(0, MAX_SOURCE_ID_LENGTH),
          ...labelsOf(labels, projectIds),
          title: title.slice(0, 1_000),
          agentId: 'v_agent',
          ...(leafId !== undefined && { leafId }),
          messages: messages.map(({ files: names, model, ...message }) => {
            const attachments = attachmentsOf(names)
            return {
              ...message,
              ...(model !== undefined && { model: model.slice(0, 200) }),
              ...(attachments.length > 0 && { attachments }),
            }
          }),
        })),
      },
    })
    return { added: addedMessages, refused: [], missing: [...missing] }
  } catch (error) {
    const isRefused = error instanceof ApiError && [400, 413, 422].includes(error.status)
    if (!isRefused) throw error
    const [only] = conversations
    if (conversations.length === 1 && only) return { added: 0, refused: [only.title], missing: [] }
    const stored: StoredBatch[] = []
    for (const conversation of conversations) stored.push(await store(target, [conversation]))
    return {
      added: stored.reduce((sum, part) => sum + part.added, 0),
      refused: stored.flatMap((part) => part.refused),
      missing: stored.flatMap((part) => part.missing),
    }
  }
}
