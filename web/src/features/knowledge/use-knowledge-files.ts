import type {
  addKnowledgeFile,
  deleteKnowledgeFile,
  KnowledgeFile,
  listKnowledgeFiles,
} from '@vee/contract/http/knowledge-bases'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import type { KnowledgeFileReader, ReadingStep } from './knowledge-file-reader.ts'

/** Interval in ms for asking how far files are that the server reads. */
const POLL_MS = 2_000

/** A file that this browser reads, or could not read. */
export interface LocalFile {
  readonly id: string
  readonly name: string
  /** undefined: it failed */
  readonly step: ReadingStep | undefined
  readonly error?: string
}

interface KnowledgeFiles {
  readonly files: readonly KnowledgeFile[] | undefined
  readonly local: readonly LocalFile[]
  /** why an address could not be added; undefined: it was */
  readonly addUrl: (url: string) => Promise<string | undefined>
  readonly addFiles: (files: readonly File[]) => void
  /** rejects if it failed */
  readonly remove: (file: KnowledgeFile) => Promise<void>
  readonly dismiss: (localId: string) => void
}

/** The files of one collection, their states while they change, and those that this browser is reading. */
export function useKnowledgeFiles(
  api: Api,
  knowledgeId: string,
  { reader, onChange }: { readonly reader: KnowledgeFileReader; readonly onChange: () => void },
): KnowledgeFiles {
  const errors = useTexts('errors')
  const [files, setFiles] = useState<readonly KnowledgeFile[]>()
  const [local, setLocal] = useState<readonly LocalFile[]>([])

  const reload = useCallback(
    async (signal?: AbortSignal) => {
      const options = { params: { id: knowledgeId }, ...(signal && { signal }) }
      const { items } = await api.json<typeof listKnowledgeFiles>('GET', '/knowledge/{id}/files', options)
      setFiles(items)
    },
    [api, knowledgeId],
  )
  const isChanging =
    files === undefined || files.some(({ state }) => state === 'waiting' || state === 'reading')
  useEffect(() => {
    const abort = new AbortController()
    const load = () => void reload(abort.signal).catch(() => undefined)
    load()
    const timer = isChanging ? setInterval(load, POLL_MS) : undefined
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [reload, isChanging])

  const update = (id: string, change: Partial<LocalFile>) =>
    setLocal((before) => before.map((file) => (file.id === id ? { ...file, ...change } : file)))

  async function add(source: { readonly attachmentId: string } | { readonly url: string }): Promise<void> {
    await api.json<typeof addKnowledgeFile>('POST', '/knowledge/{id}/files', {
      params: { id: knowledgeId },
      body: source,
    })
    await reload()
    onChange()
  }

  async function readLocal(id: string, file: File): Promise<void> {
    try {
      const attachmentId = await reader.read(file, (step) => update(id, { step }))
      await add({ attachmentId })
      setLocal((before) => before.filter((other) => other.id !== id))
    } catch (error) {
      const text =
        error instanceof ApiError ? errors(error.code) : error instanceof Error ? error.message : ''
      update(id, { step: undefined, error: text })
    }
  }

  return {
    files,
    local,
    async addUrl(url) {
      try {
        await add({ url })
        return undefined
      } catch (error) {
        return errors(error instanceof ApiError ? error.code : 'GENERIC')
      }
    },
    addFiles(chosen) {
      const added = chosen.map((file) => ({ id: randomId(), file }))
      setLocal((before) => [
        ...added.map(({ id, file }): LocalFile => ({ id, name: file.name, step: { kind: 'reading' } })),
        ...before,
      ])
      for (const { id, file } of added) void readLocal(id, file)
    },
    async remove(file) {
      const params = { id: knowledgeId, fileId: file.id }
      await api.send<typeof deleteKnowledgeFile>('DELETE', '/knowledge/{id}/files/{fileId}', { params })
      await reload().catch(() => undefined)
      onChange()
    },
    dismiss: (localId) => setLocal((before) => before.filter(({ id }) => id !== localId)),
  }
}
