import { usePreferences } from '#lib/preferences/index.ts'
import { reviewsTranscripts, useSettings } from '#lib/settings/index.ts'
import type { InterimWords, VoiceSnapshot } from '#voice/index.ts'

interface ShownWords {
  /** words that will be added to the message field */
  readonly inField: InterimWords | undefined
  /** words that are sent at once, for the line of the state */
  readonly inLine: InterimWords | undefined
}

/** Returns where the words are shown that are being spoken, if there are any and the user wants to see them. */
export function useInterimWords({ interim }: Pick<VoiceSnapshot, 'interim'>): ShownWords {
  const isWanted = useSettings(({ showLiveTranscription }) => showLiveTranscription)
  const showTranscriptions = usePreferences((preferences) => preferences.showTranscriptions)
  const isReviewed = useSettings(reviewsTranscripts)
  const words = isWanted && showTranscriptions && interim.text + interim.tail !== '' ? interim : undefined
  return isReviewed ? { inField: words, inLine: undefined } : { inField: undefined, inLine: words }
}
