import type { LookSource } from '@vee/contract/spoken/look'
import { create } from 'zustand'

/** Reason why there is no picture; also a key of the texts. */
export type LookFailure =
  /** denied by the user, the browser or a policy of the page */
  | 'denied'
  | 'none'
  /** another program uses it */
  | 'busy'
  /** browsers open a camera only on https and localhost */
  | 'insecure'
  | 'unsupported'
  /** browsers share a screen only after a press of a button */
  | 'press'

/** The camera or the shared screen. */
export type LookPhase =
  | { readonly kind: 'off' }
  | { readonly kind: 'opening'; readonly source: LookSource }
  | { readonly kind: 'on'; readonly source: LookSource; readonly stream: MediaStream }
  | { readonly kind: 'failed'; readonly source: LookSource; readonly reason: LookFailure }

interface LookState {
  readonly look: LookPhase
  /** number of stills that were taken since the page was opened */
  readonly stills: number
  /** the user removed the still of the next message: it is sent without one */
  readonly skipsNext: boolean
  /** a message with a still is about to be sent */
  readonly isSending: boolean
}

/** There is one camera and one screen for all conversations of the page. */
export const useLook = create<LookState>(() => ({
  look: { kind: 'off' },
  stills: 0,
  skipsNext: false,
  isSending: false,
}))
