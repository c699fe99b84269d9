import type { postTts } from '@vee/contract/http/speech'
import { Chunker } from '@vee/contract/speakable/chunker'
import type { Notices } from '#features/notifications/index.ts'
import { currentLanguage, loadLaterTexts, textsNow } from '#i18n/index.ts'
import { forbiddenSteps, ownKeyHeaders } from '#lib/allowance.ts'
import type { Api } from '#lib/api/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { announcements } from './announcements.ts'
import { joinSounds } from './join-sound.ts'

/** In UTF-16 code units; the server takes 4,096 at a time. */
const PART_LENGTH = 4_000

/**
 * Makes sound of a reply as it would be said, in the server's voice, and hands it to the user as one file: MP3, or WAV where
 * the server makes no MP3.
 */
export async function downloadSpeech(api: Api, markdown: string, notices: Notices): Promise<void> {
  try {
    const parts: Blob[] = []
    for (const text of textsOf(markdown)) parts.push(await soundOf(api, text))
    const { sound, extension } = await joinSounds(parts)
    save(sound, extension)
  } catch {
    await loadLaterTexts()
    const t = textsNow('speech')
    notices.toast({
      type: 'error',
      title: t('player.downloadFailed'),
      message: t('player.downloadFailedHint'),
    })
  }
}

const language = () => useSettings.getState().speechLanguage || currentLanguage()

/** What is said of it, in as few parts as the server takes. */
function textsOf(markdown: string): readonly string[] {
  const chunker = new Chunker(language(), announcements())
  const pieces = [...chunker.append(markdown), ...chunker.end()]
  const texts: string[] = []
  for (const { text } of pieces) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + text.length < PART_LENGTH) {
      texts[texts.length - 1] = `${last} ${text}`
    } else texts.push(text)
  }
  return texts
}

async function soundOf(api: Api, text: string): Promise<Blob> {
  const { ttsRate, selectedTtsVoiceId } = useSettings.getState()
  const isOfBrowser = selectedTtsVoiceId === '' || selectedTtsVoiceId.startsWith('browser')
  const voice = isOfBrowser ? {} : { voice: selectedTtsVoiceId }
  const budget = { forbid: forbiddenSteps() }
  const body = { text, speed: ttsRate, format: 'mp3', language: language(), ...voice, budget } as const
  const headers = ownKeyHeaders()
  return await (await api.send<typeof postTts>('POST', '/tts', { body, headers })).blob()
}

function save(sound: Blob, extension: string): void {
  const url = URL.createObjectURL(sound)
  const link = document.createElement('a')
  link.href = url
  link.download = `vee-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${extension}`
  link.click()
  // Only after the browser has taken the address.
  setTimeout(() => URL.revokeObjectURL(url))
}
