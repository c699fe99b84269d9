/** What listening without a button does, for all to see. */

export type HandsFreeMode = 'continuous' | 'voice-activation'

/**
 * What hands-free listening does, for all to see: the microphone is open in every kind but `off`.
 * `half`: it does not listen while a reply is given; `full`: one can speak into it.
 */
export type Listening =
  | { readonly kind: 'off' }
  | { readonly kind: 'opening'; readonly mode: HandsFreeMode }
  /** waits for a wake word */
  | { readonly kind: 'wake-word'; readonly mode: HandsFreeMode }
  /** a wake word was heard: what comes now is the command */
  | { readonly kind: 'command'; readonly mode: HandsFreeMode }
  | { readonly kind: 'ready'; readonly mode: HandsFreeMode }
  | { readonly kind: 'talking'; readonly mode: HandsFreeMode }
  /** silence within a turn */
  | { readonly kind: 'pausing'; readonly mode: HandsFreeMode }
  | { readonly kind: 'replying'; readonly mode: HandsFreeMode; readonly duplex: 'half' | 'full' }

export const NOT_LISTENING: Listening = { kind: 'off' }
