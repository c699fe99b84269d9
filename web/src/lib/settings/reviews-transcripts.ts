import type { UserSettings } from './schema.ts'

/** Returns whether transcripts go to the message field for review, rather than to the agent. */
export function reviewsTranscripts({
  audioInputMode,
  sendsTranscriptAtOnce,
  continuous,
}: Pick<UserSettings, 'audioInputMode' | 'sendsTranscriptAtOnce' | 'continuous'>): boolean {
  switch (audioInputMode) {
    case 'push-to-talk':
      return !sendsTranscriptAtOnce
    // After a conversation with a live model, turns continue in the same way.
    case 'live':
    case 'continuous':
      return !continuous.autoSend
    case 'voice-activation':
      return false
  }
}
