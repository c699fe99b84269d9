import { useEffect } from 'react'
import { loadLazyTexts } from '#i18n/index.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import type { Chat } from '../store/chat.ts'
import { addFiles, isAnyPreparing, type DraftFiles } from './draft-attachment.ts'

// The code that reads files is loaded with the first file; it is not part of the first page.

const importCode = () => import('./prepare-files.ts')
type FileCode = Awaited<ReturnType<typeof importCode>>

export const LazyDraftAttachments = lazyComponent(async () => {
  const [{ DraftAttachments }] = await Promise.all([import('./draft-attachments.tsx'), loadLazyTexts()])
  return DraftAttachments
})

/** Loaded with the first message with files, with all that a picture shows: nothing moves it later. */
export const LazyMessageAttachments = lazyComponent(async () => {
  const [{ MessageAttachments }] = await Promise.all([import('./message-attachments.tsx'), loadLazyTexts()])
  return MessageAttachments
}, PATIENT_TRIES)

/** Loads the code for files and runs `work` with it. Marks a file as failed if the code cannot be loaded. */
function withFilesModule(chat: Chat, work: (code: FileCode, drafts: DraftFiles) => Promise<void>): void {
  const drafts = draftFilesOf(chat)
  importCode()
    .then((code) => work(code, drafts))
    .catch(() => {
      drafts.change((before) =>
        before.map((draft) =>
          draft.state.kind === 'preparing'
            ? { ...draft, state: { kind: 'failed', reason: 'offline' } }
            : draft,
        ),
      )
    })
}

const draftFilesOf = (chat: Chat): DraftFiles => ({
  read: () => chat.state.getState().draftAttachments,
  change: (change) => chat.changeDraftAttachments(change),
})

/** Attaches files to the message: at once, so that it is not sent without them, also before their code is loaded. */
export function attachFiles(chat: Chat, files: readonly File[]): void {
  const added = addFiles(draftFilesOf(chat), files)
  withFilesModule(chat, ({ prepareFiles }, drafts) => prepareFiles(chat.api, drafts, added))
}

/** Resumes the files that were being prepared when the page was left. */
export function useResumedFiles(chat: Chat): void {
  useEffect(() => {
    const { draftAttachments } = chat.state.getState()
    const ids = draftAttachments.filter(({ state }) => state.kind === 'preparing').map(({ id }) => id)
    if (ids.length > 0) withFilesModule(chat, ({ resumeFiles }, drafts) => resumeFiles(chat.api, drafts, ids))
  }, [chat])
}

/** Calls `send` when all files are prepared, unless one failed: then the user decides. */
export function sendWhenPrepared(chat: Chat, send: () => void): void {
  const { draft } = chat.state.getState()
  const stop = chat.state.subscribe((state) => {
    if (isAnyPreparing(state.draftAttachments)) return
    stop()
    const hasFailed = state.draftAttachments.some(({ state: { kind } }) => kind === 'failed')
    if (!hasFailed && state.draft === draft) send()
  })
}
