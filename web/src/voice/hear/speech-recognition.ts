/** The part of the Web Speech API's recognition that we use: TypeScript's DOM library leaves it out. */
export interface SpeechRecognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  /** Ends listening; results and `end` still follow. */
  stop(): void
  /** Ends listening; `end` follows without results. */
  abort(): void
}

export interface SpeechRecognitionResultEvent extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>
}

export interface SpeechRecognitionErrorEvent extends Event {
  readonly error: string
}

/** Makes one; undefined where the browser has none. */
export type CreateSpeechRecognition = (() => SpeechRecognition) | undefined

export function browserSpeechRecognition(): CreateSpeechRecognition {
  const scope = globalThis as {
    SpeechRecognition?: new () => SpeechRecognition
    webkitSpeechRecognition?: new () => SpeechRecognition
  }
  const Recognition = scope.SpeechRecognition ?? scope.webkitSpeechRecognition
  return Recognition && (() => new Recognition())
}
