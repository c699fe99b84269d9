import type { deleteAuth } from '@vee/contract/http/auth'
import type { Locale } from '@vee/contract/entities/locale'
import { useMemo } from 'react'
import type { FullscreenFailure } from '#features/fullscreen/index.ts'
import { loadLaterTexts, textsNow } from '#i18n/index.ts'
import { forgetToken } from '#lib/auth-token.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { PLACES, removePlace, writeText } from '#lib/storage.ts'
import { addressIn, goTo } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import type { Runtime } from '../runtime.ts'
import { afterInterfaceChange } from '../talk/language-rules.ts'

/** What can be done from anywhere: header, menu and palette share these. */
export interface ShellActions {
  readonly switchLanguage: (locale: Locale) => void
  readonly toggleMute: () => void
  readonly logOut: () => void
  /** Forgets all that is personal here and begins anew at the login; the server knows nobody by then. */
  readonly leave: () => void
  /** Logs out and deletes all that is kept in this browser. */
  readonly forgetBrowser: () => void
  readonly tellThemeFailure: () => void
  readonly tellFullscreenFailure: (failure: FullscreenFailure) => void
  readonly tellLoadFailure: () => void
}

export function useShellActions(): ShellActions {
  const runtime = useRuntime()
  return useMemo(() => shellActions(runtime), [runtime])
}

function shellActions({ api, shell: { notices } }: Runtime): ShellActions {
  async function tellLater(
    type: 'warning' | 'error',
    failure: 'themeFailed' | `fullscreen.${FullscreenFailure}`,
  ): Promise<void> {
    await loadLaterTexts()
    const t = textsNow('menu')
    notices.toast({ type, title: t(`${failure}.title`), message: t(`${failure}.text`) })
  }

  return {
    switchLanguage(wanted) {
      writeText(PLACES.locale, wanted)
      changeSettings(afterInterfaceChange(useSettings.getState(), wanted))
      goTo(addressIn(wanted), { replace: true })
    },
    toggleMute: () => changeSettings({ muted: !useSettings.getState().muted }),
    logOut() {
      const t = textsNow('shell')
      notices.toast({ type: 'info', title: t('loggingOut') })
      // The server may be gone: whoever logs out is logged out here all the same.
      void api.json<typeof deleteAuth>('DELETE', '/auth').then(leave, leave)
    },
    leave: () => void leave(),
    forgetBrowser() {
      // The server may be gone: the browser forgets all the same.
      void api.json<typeof deleteAuth>('DELETE', '/auth').then(leaveNothing, leaveNothing)
    },
    tellThemeFailure: () => void tellLater('error', 'themeFailed'),
    tellFullscreenFailure: (failure) =>
      void tellLater(failure === 'unsupported' ? 'warning' : 'error', `fullscreen.${failure}`),
    tellLoadFailure() {
      const t = textsNow('shell')
      notices.toast({ type: 'error', title: t('loadFailed.title'), message: t('loadFailed.text') })
    },
  }
}

async function leaveNothing(): Promise<void> {
  const { forgetBrowser } = await import('#lib/forget-browser.ts')
  await forgetBrowser()
  globalThis.location.assign('/')
}

/** The new page begins anew, and without a token it shows nothing of the member's even where it could not be forgotten. */
async function leave(): Promise<void> {
  forgetToken()
  removePlace(PLACES.ownKeys)
  // It is there already: what follows the session of whoever is signed in has it.
  await import('#lib/forget-person.ts').then(
    ({ forgetPerson }) => forgetPerson(),
    () => undefined,
  )
  writeText(PLACES.loggedOut, 'true')
  globalThis.location.assign('/login')
}
