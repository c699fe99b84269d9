import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { downloadBlob } from '#lib/files/download-text.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { fileStamp } from '#lib/local-day.ts'
import { speechFile, type SpeechFile, type ReplyToSpeak } from './speech-file.ts'

/** Delay in ms before a progress notice is shown. */
const PATIENCE_MS = 1_000

const beingMade = new Set<string>()

interface Notices {
  toast(notice: { readonly type: 'info' | 'error'; readonly title: string; readonly message?: string }): void
}

/**
 * Downloads a reply as one audio file: MP3, or WAV if the server does not generate MP3. Shows a notice if
 * another voice had to be used, with the reason.
 */
export async function downloadSpeech(api: Api, reply: ReplyToSpeak, notices: Notices): Promise<void> {
  const { content } = reply
  if (beingMade.has(content)) return
  beingMade.add(content)
  const patience = setTimeout(
    () => void tell(notices, { type: 'info', title: 'downloadMaking' }),
    PATIENCE_MS,
  )
  try {
    const speech = await speechFile(api, reply)
    if (!speech) return await tell(notices, { type: 'info', title: 'downloadNothing' })
    save(speech.file)
    if (speech.refusal !== undefined) {
      await tell(notices, { type: 'info', title: 'downloadOtherVoice', cause: speech.refusal })
    }
  } catch (error) {
    await tell(notices, { type: 'error', title: 'downloadFailed', cause: error })
  } finally {
    clearTimeout(patience)
    beingMade.delete(content)
  }
}

interface Told {
  readonly type: 'info' | 'error'
  readonly title: 'downloadMaking' | 'downloadNothing' | 'downloadOtherVoice' | 'downloadFailed'
  readonly cause?: unknown
}

async function tell(notices: Notices, { type, title, cause }: Told): Promise<void> {
  await loadLazyTexts()
  notices.toast({
    type,
    title: textsNow('speech')(`player.${title}`),
    ...(cause !== undefined && { message: reasonOf(cause) }),
  })
}

/**
 * Errors with general messages; those about models would be misleading, because here the voice is
 * unavailable.
 */
const OF_CALLS = [
  'OFFLINE',
  'UNREACHABLE',
  'RATE_LIMITED',
  'SESSION_EXPIRED',
  'COST_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
] as const

function reasonOf(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined
  const ofCalls = OF_CALLS.find((candidate) => candidate === code)
  if (ofCalls) return textsNow('errors')(ofCalls)
  if (code === 'TTS_UNAVAILABLE') return textsNow('speech')('player.downloadNoVoice')
  const t = textsNow('voice')
  if (code === 'SPEECH_CREDITS_EXHAUSTED') return t('notice.voice-credits-exhausted')
  return t(code === 'OWN_KEY_REJECTED' ? 'notice.voice-own-key-refused' : 'notice.voice-server-unavailable')
}

function save({ sound, extension }: SpeechFile['file']): void {
  downloadBlob(`vee-${fileStamp(Date.now())}.${extension}`, sound)
}
