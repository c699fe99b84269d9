/** A hands-free mode. */
export type HandsFreeMode = 'continuous' | 'voice-activation'

/** A way of talking that opens the microphone until it is stopped; `live`: a live model listens and speaks. */
export type ListeningMode = HandsFreeMode | 'live'

/**
 * The visible state of hands-free listening. The microphone is open in every kind except `off`. `half`: it
 * pauses during a reply; `full`: the user can interrupt by voice.
 */
export type Listening =
  | { readonly kind: 'off' }
  | { readonly kind: 'opening'; readonly mode: ListeningMode }
  /** waits for a wake word; `hasNoSound`: the microphone delivers digital silence, as a muted one does */
  | { readonly kind: 'wake-word'; readonly mode: HandsFreeMode; readonly hasNoSound?: true }
  /** a wake word was detected; the command follows */
  | { readonly kind: 'command'; readonly mode: HandsFreeMode }
  | { readonly kind: 'ready'; readonly mode: HandsFreeMode; readonly hasNoSound?: true }
  | { readonly kind: 'talking'; readonly mode: HandsFreeMode }
  /** silence within a turn */
  | { readonly kind: 'pausing'; readonly mode: HandsFreeMode }
  /** `awaitsConsent`: the user was asked whether a tool may be used, and may answer aloud */
  | {
      readonly kind: 'replying'
      readonly mode: HandsFreeMode
      readonly duplex: 'half' | 'full'
      readonly awaitsConsent?: true
    }
  /** a conversation with a live model; `startedAt` in ms of the session's clock */
  | {
      readonly kind: 'live'
      readonly mode: 'live'
      readonly activity: 'listening' | 'thinking' | 'speaking'
      /** the user muted the microphone */
      readonly isMuted: boolean
      readonly startedAt: number
    }

export const NOT_LISTENING: Listening = { kind: 'off' }
