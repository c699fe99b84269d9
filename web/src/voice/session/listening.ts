/** A hands-free mode. */

export type HandsFreeMode = 'continuous' | 'voice-activation'

/**
 * The visible state of hands-free listening. The microphone is open in every kind except `off`. `half`: it
 * pauses during a reply; `full`: the user can interrupt by voice.
 */
export type Listening =
  | { readonly kind: 'off' }
  | { readonly kind: 'opening'; readonly mode: HandsFreeMode }
  /** waits for a wake word */
  | { readonly kind: 'wake-word'; readonly mode: HandsFreeMode }
  /** a wake word was detected; the command follows */
  | { readonly kind: 'command'; readonly mode: HandsFreeMode }
  | { readonly kind: 'ready'; readonly mode: HandsFreeMode }
  | { readonly kind: 'talking'; readonly mode: HandsFreeMode }
  /** silence within a turn */
  | { readonly kind: 'pausing'; readonly mode: HandsFreeMode }
  | { readonly kind: 'replying'; readonly mode: HandsFreeMode; readonly duplex: 'half' | 'full' }

export const NOT_LISTENING: Listening = { kind: 'off' }
