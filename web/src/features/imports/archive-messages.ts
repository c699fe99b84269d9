import type { ImportSource } from '@vee/contract/http/imports'
import type { AgentProposal, ImportedConversation, ImportedProject } from './imported.ts'

/** A conversation in the list from which people choose. */
export interface ArchivedConversation {
  readonly sourceId: string
  readonly title: string
  readonly createdAt: string
  readonly messages: number
  readonly files: number
  /** id of its project; undefined: it is in none */
  readonly projectId: string | undefined
}

/** To the worker that reads an archive. */
export type ReaderCommand =
  | { readonly type: 'scan'; readonly archive: File }
  | {
      readonly type: 'import'
      readonly archive: File
      readonly chosen: ReadonlySet<string>
      /** whether a chosen conversation names files, which takes two more passes over the archive */
      readonly hasFiles: boolean
    }
  /** the last piece was taken: the next one may come */
  | { readonly type: 'next' }

/** From the worker that reads an archive. */
export type ReaderReport =
  | { readonly type: 'progress'; readonly fraction: number }
  | {
      readonly type: 'found'
      readonly source: ImportSource | undefined
      readonly fileHash: string
      readonly conversations: readonly ArchivedConversation[]
      readonly projects: readonly ImportedProject[]
      readonly agents: readonly AgentProposal[]
      /** names of files, or of conversations' files, that could not be read */
      readonly unreadable: readonly string[]
    }
  | {
      readonly type: 'file'
      readonly name: string
      /** as messages name it */
      readonly wantedName: string
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  | { readonly type: 'conversations'; readonly conversations: readonly ImportedConversation[] }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: 'damaged' | 'too-large' }
