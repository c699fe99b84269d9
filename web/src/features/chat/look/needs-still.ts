import type { DraftAttachment } from '../files/draft-attachment.ts'
import { useLook } from './look-store.ts'

/** Returns whether the next message takes a still along that it does not have yet. */
export function needsStill(drafts: readonly DraftAttachment[]): boolean {
  const { look, skipsNext } = useLook.getState()
  return look.kind === 'on' && !skipsNext && !drafts.some(({ isStill }) => isStill)
}
