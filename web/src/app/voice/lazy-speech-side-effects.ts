import type { Chat } from '#features/chat/index.ts'
import { STORAGE_KEYS, readText } from '#lib/storage/storage.ts'
import type { AppVoice } from './voice.ts'

/**
 * Starts the side effects of speech on the page: other tabs are muted and stop listening, the screen stays
 * on, headset keys work, and a reload resumes it. Its code is loaded with the first speech or open
 * microphone, or at once if speech was interrupted by a reload.
 */
export function loadSpeechSideEffects(voice: AppVoice, chat: () => Chat): void {
  let isAsked = false
  function load(): void {
    if (isAsked) return
    isAsked = true
    stop()
    import('./speech-side-effects.ts').then(
      ({ startSpeechSideEffects }) => startSpeechSideEffects(voice, chat),
      () => {
        isAsked = false
      },
    )
  }
  const stop = voice.session.subscribe(() => {
    const { state, listening } = voice.session.snapshot()
    if (state.phase === 'speaking' || state.phase === 'capturing' || listening.kind !== 'off') load()
  })
  if (readText(STORAGE_KEYS.speaking) !== undefined) load()
}
