import type { Voice } from '@vee/contract/entities/voice'
import type { Clock } from '../clock.ts'

/** Browsers load their voices late, and some never fire the event. */
const VOICES_LIMIT_MS = 1_500

/** A voice of the browser, in the form of the settings and in the browser's own. */
export interface BrowserVoice {
  readonly voice: Voice
  readonly native: SpeechSynthesisVoice
}

/** Returns the browser's voices; waits briefly while they are loading. */
export async function listBrowserVoices(synthesis: SpeechSynthesis, clock: Clock): Promise<BrowserVoice[]> {
  if (synthesis.getVoices().length === 0) await voicesChanged(synthesis, clock)
  return synthesis
    .getVoices()
    .filter(({ name }) => !isVariant(name))
    .map((native) => ({ voice: describe(native), native }))
}

function voicesChanged(synthesis: SpeechSynthesis, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stopWaiting()
      synthesis.removeEventListener('voiceschanged', done)
      resolve()
    }
    const stopWaiting = clock.after(VOICES_LIMIT_MS, done)
    synthesis.addEventListener('voiceschanged', done)
  })
}

/** espeak offers dozens of variants per language: "English (America)+Andy". */
function isVariant(name: string): boolean {
  return name.includes('+')
}

function describe(native: SpeechSynthesisVoice): Voice {
  // With the language, because names in other scripts would be empty: "Google 日本語", "Google 한국의".
  const providerVoiceId = sanitisedId(`${native.voiceURI || native.name} ${native.lang}`)
  return {
    id: `browser_${providerVoiceId}`,
    providerVoiceId,
    name: native.name,
    lang: native.lang.replaceAll('_', '-'),
    provider: 'browser',
    quality: 'natural',
    isDefault: native.default,
    gender: null,
    description: '',
  }
}

/**
 * Keeps letters, digits, dots, underscores and single dashes: voice ids are used in storage, attributes and
 * file names.
 */
export function sanitisedId(id: string): string {
  return id
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}
