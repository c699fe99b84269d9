import type { deleteAuth } from '@vee/contract/http/accounts/auth'
import type { Locale } from '@vee/contract/entities/locale'
import { useMemo } from 'react'
import type { FullscreenFailure } from '#features/interface/fullscreen/fullscreen-button.tsx'
import { SHARED_CACHE } from '#features/system/offline/shared-cache.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { forgetToken, readToken } from '#lib/http/auth-token.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { STORAGE_KEYS, removeStorageKey, writeText } from '#lib/storage/storage.ts'
import { addressIn, goTo, isHere } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import type { Runtime } from '../runtime.ts'
import { afterInterfaceChange } from '#lib/language/language-rules.ts'

/** Actions shared by header, menu and palette. */
export interface ShellActions {
  readonly switchLanguage: (locale: Locale) => void
  readonly toggleMute: () => void
  /** Starts a conversation with the active agent, on the screen of conversations; the present one stays stored. */
  readonly startConversation: () => void
  readonly logOut: () => void
  /** Deletes all personal data here and loads the login page; the session has already ended on the server. */
  readonly leave: () => void
  /** Signs out and deletes all data stored in this browser. */
  readonly forgetBrowser: () => void
  readonly showThemeFailure: () => void
  readonly showFullscreenFailure: (failure: FullscreenFailure) => void
  readonly showLoadFailure: () => void
}

export function useShellActions(): ShellActions {
  const runtime = useRuntime()
  return useMemo(() => shellActions(runtime), [runtime])
}

function shellActions({ api, shell: { notices }, session, talkWith }: Runtime): ShellActions {
  async function showLater(
    type: 'warning' | 'error',
    failure: 'themeFailed' | `fullscreen.${FullscreenFailure}`,
  ): Promise<void> {
    await loadLazyTexts()
    const t = textsNow('menu')
    notices.toast({ type, title: t(`${failure}.title`), message: t(`${failure}.text`) })
  }

  return {
    switchLanguage(wanted) {
      writeText(STORAGE_KEYS.locale, wanted)
      changeSettings(afterInterfaceChange(useSettings.getState(), wanted))
      goTo(addressIn(wanted), { replace: true })
    },
    toggleMute: () => changeSettings({ muted: !useSettings.getState().muted }),
    startConversation() {
      const { chat, composer } = talkWith(useSettings.getState().activeAgentId)
      session.stopSpeech()
      if (chat.state.getState().messages.length > 0) chat.startNew()
      const [, locale = ''] = globalThis.location.pathname.split('/')
      const home = `/${locale}${readToken() === undefined ? '' : '/pro'}`
      if (!isHere(home)) goTo(home)
      composer.focus()
    },
    logOut() {
      const t = textsNow('shell')
      notices.toast({ type: 'info', title: t('loggingOut') })
      // The server may be unavailable: the user is signed out here in any case.
      void api.json<typeof deleteAuth>('DELETE', '/auth').then(leave, leave)
    },
    leave: () => void leave(),
    forgetBrowser() {
      // The server may be unavailable: the browser's data is deleted in any case.
      void api.json<typeof deleteAuth>('DELETE', '/auth').then(leaveNothing, leaveNothing)
    },
    showThemeFailure: () => void showLater('error', 'themeFailed'),
    showFullscreenFailure: (failure) =>
      void showLater(failure === 'unsupported' ? 'warning' : 'error', `fullscreen.${failure}`),
    showLoadFailure() {
      const t = textsNow('shell')
      notices.toast({ type: 'error', title: t('loadFailed.title'), message: t('loadFailed.text') })
    },
  }
}

async function leaveNothing(): Promise<void> {
  const { forgetBrowser } = await import('#lib/storage/forget-browser.ts')
  await forgetBrowser()
  globalThis.location.assign('/')
}

/**
 * Loads a new page, which without a token shows none of the member's data, even if it could not be deleted.
 */
async function leave(): Promise<void> {
  forgetToken()
  removeStorageKey(STORAGE_KEYS.ownKeys)
  if ('caches' in globalThis) await caches.delete(SHARED_CACHE).catch(() => false)
  // Already loaded by the code that follows the user's session.
  await import('#lib/storage/forget-person.ts').then(
    ({ forgetPerson }) => forgetPerson(),
    () => undefined,
  )
  writeText(STORAGE_KEYS.loggedOut, 'true')
  globalThis.location.assign('/login')
}
