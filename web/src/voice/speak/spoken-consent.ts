import type { Listening } from '../session/listening.ts'
import type { Aside } from './speech-output.ts'

/** A tool call that waits for the user's consent. */
export interface ConsentQuestion {
  readonly callId: string
  /** the question in plain text, without words that answer it: its echo must not be an answer */
  readonly text: string
}

interface ConsentDependencies {
  readonly listening: () => Listening
  /** Adds a sentence to the voice of the reply. Returns false if the reply has no voice. */
  readonly addAside: (aside: Aside) => boolean
  readonly dropAside: (asideId: string) => void
  /** speaks a sentence while no reply of the session is in progress */
  readonly announce: (text: string) => void
  /** called when the question has been asked, and with undefined when it is closed */
  readonly onAsked: (callId: string | undefined) => void
}

/** Asks aloud whether a tool may be used, while the microphone listens without a button. */
export class SpokenConsent {
  readonly #dependencies: ConsentDependencies
  #question: ConsentQuestion | undefined

  constructor(dependencies: ConsentDependencies) {
    this.#dependencies = dependencies
  }

  /** whether a question waits for its answer, in whatever way it is given */
  get isOpen(): boolean {
    return this.#question !== undefined
  }

  /** @param question undefined: the last one was answered, or its reply is over */
  ask(question: ConsentQuestion | undefined): void {
    const before = this.#question
    if (before?.callId === question?.callId) return
    this.#question = question
    const { listening, addAside, dropAside, announce, onAsked } = this.#dependencies
    if (before) {
      dropAside(before.callId)
      onAsked(undefined)
    }
    if (!question) return
    const { kind } = listening()
    if (kind === 'live') announce(question.text)
    else if (kind !== 'off' && !addAside({ id: question.callId, text: question.text, yieldsToText: false }))
      onAsked(question.callId)
  }

  /** Called when the voice begins a sentence: words before it were no answer. */
  onSpoken({ id }: Aside): void {
    if (id === this.#question?.callId) this.#dependencies.onAsked(id)
  }
}
