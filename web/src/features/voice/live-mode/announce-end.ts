import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import type { LiveCallEnd } from '#voice/live-model/ports.ts'

interface AnnouncementDependencies {
  readonly session: VoiceSession
  readonly show: (text: string) => void
}

/**
 * Says why a conversation with a live model ended and that turns continue: as a notice, and aloud unless the user is
 * speaking.
 */
export async function announceLiveEnd(
  end: LiveCallEnd,
  { session, show }: AnnouncementDependencies,
): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const text = t(`liveEnded.${end === 'client' || end === 'replaced' ? 'lost' : end}`)
  show(text)
  const { autoPlayTts, muted } = useSettings.getState()
  if (autoPlayTts && !muted && session.snapshot().state.phase === 'idle') session.announce(text)
}
