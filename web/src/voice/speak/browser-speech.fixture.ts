import type { BrowserSpeech } from './voices/browser-source.ts'

export function nativeVoice(name: string, lang: string, isDefault = false): SpeechSynthesisVoice {
  return { name, lang, voiceURI: `urn:${name}`, default: isDefault, localService: true }
}

/** Utterances with events as in browsers; Node has none. */
class FakeUtterance extends EventTarget {
  readonly text: string
  voice: SpeechSynthesisVoice | null = null
  lang = ''
  rate = 1
  pitch = 1
  volume = 1

  constructor(text: string) {
    super()
    this.text = text
  }

  tell(type: string, details: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), details))
  }
}

/** The browser's voices, controlled by the test. */
export class FakeSynthesis extends EventTarget {
  voices: SpeechSynthesisVoice[] = [nativeVoice('Anna', 'en-US', true)]
  readonly spoken: FakeUtterance[] = []
  cancels = 0
  /** called with each utterance; by default it is spoken completely */
  onSpeak = (utterance: FakeUtterance): void => {
    queueMicrotask(() => {
      utterance.tell('start')
      utterance.tell('end')
    })
  }

  getVoices(): SpeechSynthesisVoice[] {
    return this.voices
  }

  speak(utterance: FakeUtterance): void {
    this.spoken.push(utterance)
    this.onSpeak(utterance)
  }

  isPaused = false

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  cancel(): void {
    this.cancels += 1
  }

  get texts(): string[] {
    return this.spoken.map(({ text }) => text)
  }
}

export function fakeBrowserSpeech(synthesis: FakeSynthesis): BrowserSpeech {
  return {
    synthesis: synthesis as unknown as SpeechSynthesis,
    createUtterance: (text) => new FakeUtterance(text) as unknown as SpeechSynthesisUtterance,
  }
}
