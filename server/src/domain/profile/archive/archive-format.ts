import { attachment } from '@vee/contract/entities/attachment'
import { meetingFields } from '@vee/contract/entities/meeting'
import { customAgentFields } from '@vee/contract/entities/custom-agent'
import { projectFields, projectItemKind } from '@vee/contract/entities/project'
import { sampling } from '@vee/contract/entities/sampling'
import { opaqueId } from '@vee/contract/http/chat'
import { MAX_NOTE_LENGTH, noteKind, noteState } from '@vee/contract/http/memory'
import { z } from 'zod'

// The files of an archive; see docs/archive.md.

export const ARCHIVE_FORMAT = 'vee-archive'
/** Increased when an older server would misinterpret an archive. */
export const ARCHIVE_VERSION = 1

export const ARCHIVE_FILES = {
  manifest: 'manifest.json',
  agents: 'agents.json',
  projects: 'projects.json',
  prompts: 'prompts.json',
  memory: 'memory.json',
  conversations: 'conversations.json',
  meetings: 'meetings.json',
  index: 'files/index.json',
} as const

const id = opaqueId
const time = z.iso.datetime()

export const manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().positive(),
  createdAt: time,
})

export const archivedAgent = customAgentFields.extend({ id, createdAt: time, updatedAt: time })

export const archivedProject = projectFields.extend({
  id,
  createdAt: time,
  updatedAt: time,
  /** meetings, files and prompts; conversations name their project */
  items: z.array(z.object({ kind: projectItemKind.exclude(['conversation']), ref: id, addedAt: time })),
})

export const archivedPrompt = z.object({
  id,
  title: z.string().min(1).max(1_000),
  text: z.string().max(100_000),
  sampling,
  createdAt: time,
  updatedAt: time,
})

export const archivedNote = z.object({
  text: z.string().min(1).max(MAX_NOTE_LENGTH),
  kind: noteKind,
  scope: z.string().max(200),
  state: noteState,
  quote: z.string().max(10_000).nullable(),
  source: z.object({ conversationId: id, messageId: id }).nullable(),
  pinned: z.boolean(),
  createdAt: time,
})

export const archivedMeeting = meetingFields.extend({
  id,
  createdAt: time.optional(),
  updatedAt: time.optional(),
})

export const archivedFile = attachment.pick({ id: true, name: true, description: true }).extend({
  /** in the archive */
  path: z.string(),
  /** of the text that was extracted; null if there is none */
  textPath: z.string().nullable(),
})

export const archivedRecording = z.object({
  meetingId: id,
  id,
  track: z.enum(['me', 'others', 'unknown']),
  /** seconds */
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  path: z.string(),
})

export const agentList = z.object({ agents: z.array(z.unknown()) })
export const projectList = z.object({ projects: z.array(z.unknown()) })
export const promptList = z.object({ prompts: z.array(z.unknown()) })
export const noteList = z.object({ notes: z.array(z.unknown()) })
export const fileIndex = z.object({ files: z.array(z.unknown()), recordings: z.array(z.unknown()) })
