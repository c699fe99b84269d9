/** The used part of the Web Speech API's recognition, which TypeScript's DOM library lacks. */
export interface SpeechRecognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  /** true: the audio does not leave the device; absent in browsers without such recognition */
  processLocally?: boolean
  start(): void
  /** Stops listening; results and `end` still follow. */
  stop(): void
  /** Stops listening; `end` follows without results. */
  abort(): void
}

export interface SpeechRecognitionResultEvent extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>
}

export interface SpeechRecognitionErrorEvent extends Event {
  readonly error: string
}

/** Creates a recognition; undefined if the browser has none. */
export type CreateSpeechRecognition = (() => SpeechRecognition) | undefined

export function browserSpeechRecognition(): CreateSpeechRecognition {
  const scope = globalThis as {
    SpeechRecognition?: new () => SpeechRecognition
    webkitSpeechRecognition?: new () => SpeechRecognition
  }
  const Recognition = scope.SpeechRecognition ?? scope.webkitSpeechRecognition
  return Recognition && (() => new Recognition())
}
