import type { Chat } from '#features/chat/index.ts'
import { PLACES, readText } from '#lib/storage.ts'
import type { AppVoice } from '../voice/adapters/voice.ts'

/**
 * What goes along with a voice on the page: other tabs fall silent and listen no more, the screen stays on, headset keys work, and a reload
 * does not end it. Its code comes with the first voice or the first open microphone, or at once where a voice was cut off
 * by a reload.
 */
export function accompanySpeech(voice: AppVoice, chat: () => Chat): void {
  let isAsked = false
  function load(): void {
    if (isAsked) return
    isAsked = true
    stop()
    import('../voice/adapters/follow-speech.ts').then(
      ({ followSpeech }) => followSpeech(voice, chat),
      () => {
        isAsked = false
      },
    )
  }
  const stop = voice.session.subscribe(() => {
    const { state, listening } = voice.session.snapshot()
    if (state.phase === 'speaking' || state.phase === 'capturing' || listening.kind !== 'off') load()
  })
  if (readText(PLACES.speaking) !== undefined) load()
}
