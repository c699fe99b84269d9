import type { LookSource } from '@vee/contract/spoken/look'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { pause } from '#lib/async/pause.ts'
import type { ComposerPort } from '#voice/session/ports.ts'
import type { Chat } from '../store/chat.ts'
import { prepareFiles } from '../files/prepare-files.ts'
import { addFiles, type DraftAttachment } from '../files/draft-attachment.ts'
import { needsStill } from './needs-still.ts'
import { useLook } from './look-store.ts'
import { openLook, stopLook } from './open-look.ts'
import { takeStill } from './take-still.ts'

/** Time in ms in which a still that is sent by itself can be seen and removed. */
const SHOWN_MS = 3_000

/**
 * Attaches a still of the camera or screen that is open to the message being written. Returns false if there is none, or
 * if it could not be uploaded, which the draft then shows.
 */
export async function attachStill(chat: Chat): Promise<boolean> {
  const { look } = useLook.getState()
  if (look.kind !== 'on') return false
  await loadLazyTexts()
  const file = await takeStill(look.stream, look.source, textsNow('look')(`names.${look.source}`)).catch(
    () => undefined,
  )
  if (!file) return false
  useLook.setState(({ stills }) => ({ stills: stills + 1, skipsNext: false }))
  const drafts = {
    read: () => chat.state.getState().draftAttachments,
    change: chat.changeDraftAttachments.bind(chat),
  }
  const added = addFiles(drafts, [file])
  const isAdded = (draft: DraftAttachment) => added.some(({ id }) => id === draft.id)
  drafts.change((all) => all.map((draft) => (isAdded(draft) ? { ...draft, isStill: true } : draft)))
  await prepareFiles(chat.api, drafts, added)
  return drafts.read().some((draft) => isAdded(draft) && draft.state.kind === 'ready')
}

interface LookOptions {
  readonly composer: ComposerPort & { readonly chat: Chat }
  readonly source: LookSource
  /** the message that the still goes with */
  readonly text: string
  /** spoken messages are sent without a review */
  readonly sendsByItself: boolean
}

/**
 * Takes one still and puts it into the message field with the words that asked for it. Where spoken messages are sent
 * without a review, it is sent after it has been shown for a moment, unless the user removes it or changes the
 * message. A camera that was closed is closed again.
 */
export async function lookAt({ composer, source, text, sendsByItself }: LookOptions): Promise<void> {
  const { chat } = composer
  const { look } = useLook.getState()
  // With a preview, the user points it at the thing, whichever source it has.
  const wasOn = look.kind === 'on' && (look.source === source || source === 'camera')
  const isOpen = wasOn || (await openLook(source)) !== undefined
  chat.addToDraft(text)
  const { draft } = chat.state.getState()
  if (!isOpen) return composer.focus()
  let isAttached: boolean
  try {
    isAttached = needsStill(chat.state.getState().draftAttachments) ? await attachStill(chat) : true
  } finally {
    if (!wasOn) stopLook()
  }
  if (!isAttached) return composer.focus()
  if (!sendsByItself) return composer.focusSend()
  useLook.setState({ isSending: true })
  await pause(SHOWN_MS, new AbortController().signal)
  const now = chat.state.getState()
  const isWanted =
    useLook.getState().isSending && now.draft === draft && now.draftAttachments.some(({ isStill }) => isStill)
  useLook.setState({ isSending: false })
  if (isWanted) composer.send()
}
