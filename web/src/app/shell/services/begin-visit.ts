import { statusNotice } from '#features/system/service-status/index.ts'
import { currentLanguage, textsNow } from '#i18n/index.ts'
import { followAudioDevices } from '#lib/audio/audio-devices.ts'
import { STORAGE_KEYS, readText, removeStorageKey, writeText } from '#lib/storage/storage.ts'
import type { ShellServices } from './shell-services.ts'

const WELCOME_MS = 10_000

/**
 * Shows notices at page load: a welcome on the first visit, and whether a model is available. Once per page.
 * Returns a function that dismisses the welcome, which would cover the conversation.
 */
export function beginVisit({ notices, service }: ShellServices): () => void {
  let isWelcoming = true
  let shown: number | undefined
  if (readText(STORAGE_KEYS.loggedOut) !== undefined) {
    removeStorageKey(STORAGE_KEYS.loggedOut)
    notices.toast({ type: 'success', title: textsNow('shell')('loggedOut') })
  }
  // Readers of a link cannot talk there, and it would cover what they came for.
  if (readText(STORAGE_KEYS.welcomed) === undefined && !/\/shared\//.test(globalThis.location.pathname)) {
    writeText(STORAGE_KEYS.welcomed, 'true')
    void welcome(navigator.languages).then(({ title, text }) => {
      if (!isWelcoming) return
      const message = forThisScreen(text)
      shown = notices.stack.show({ type: 'info', title, message, duration: WELCOME_MS })
    })
  }
  const stop = service.store.subscribe(({ outcome }) => {
    if (!outcome) return
    stop()
    const notice = statusNotice(outcome, textsNow('shell'))
    if (notice) notices.toast(notice)
  })
  service.watch()
  followAudioDevices()
  return () => {
    isWelcoming = false
    if (shown !== undefined) notices.stack.dismiss(shown)
    shown = undefined
  }
}

interface Welcome {
  readonly title: string
  readonly text: string
}

/** The second line is about keys, which phones do not have. */
const forThisScreen = (text: string): string =>
  matchMedia('(pointer: coarse)').matches ? text.replace(/\n.*/, '') : text

/** In the language of the page; with a Nigerian greeting for readers of English (Nigeria). */
async function welcome(readers: readonly string[]): Promise<Welcome> {
  if (currentLanguage() === 'en' && readers.includes('en-NG')) {
    const { overrides } = await import('#i18n/locales/en-NG/index.ts')
    return overrides.shell.welcome
  }
  const t = textsNow('shell')
  return { title: t('welcome.title'), text: t('welcome.text') }
}
