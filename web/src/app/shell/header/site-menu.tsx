import type { Locale } from '@vee/contract/entities/locale'
import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { FullscreenButton } from '#features/interface/fullscreen/fullscreen-button.tsx'
import { LanguageSwitcher } from '#features/interface/language-switcher/language-switcher.tsx'
import { SiteMenuPanel, type SiteMenuEntry } from '#features/interface/site-menu/index.ts'
import { ThemePicker } from '#features/interface/theme-picker/theme-picker.tsx'
import { VoiceControls } from '#features/voice/voice-controls/voice-controls.tsx'
import { hasPlans } from '#features/system/service-status/index.ts'
import { useTexts } from '#i18n/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { useIsHost } from '#lib/use-is-host.ts'
import { goTo, isHere } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import { useShellActions } from '../use-shell-actions.ts'

interface SiteMenuProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
}

/** The site's navigation, and what is set rarely: theme, language, full screen and the voice. */
export function SiteMenu({ locale, isSignedIn, opener }: SiteMenuProps) {
  const shellTexts = useTexts('shell')
  const { shell, themes } = useRuntime()
  const actions = useShellActions()
  const autoTheme = usePreferences((preferences) => preferences.autoTheme)
  const isOpen = useStore(shell.page.store, (interfaceState) => interfaceState.isMenuOpen)
  const close = () => shell.page.setMenuOpen(false)
  const entries = useSiteEntries({ locale, isSignedIn }, close)
  return (
    <SiteMenuPanel
      label={shellTexts(isSignedIn ? 'account' : 'menu')}
      isOpen={isOpen}
      onClose={close}
      opener={opener}
      entries={entries}
      tools={[
        {
          label: shellTexts('theme'),
          control: <ThemePicker themes={themes} autoTheme={autoTheme} onFailure={actions.showThemeFailure} />,
        },
        {
          label: shellTexts('language'),
          control: (
            <LanguageSwitcher
              locale={locale}
              onChoose={(wanted) => {
                close()
                actions.switchLanguage(wanted)
              }}
            />
          ),
        },
        {
          label: shellTexts('fullscreen.enter'),
          control: <FullscreenButton onFailure={actions.showFullscreenFailure} />,
        },
      ]}
      more={{ label: shellTexts('voiceControls'), content: <VoiceControls /> }}
    />
  )
}

type Site = Pick<SiteMenuProps, 'locale' | 'isSignedIn'>

/** Returns the entries of the navigation; each closes the menu first. */
function useSiteEntries({ locale, isSignedIn }: Site, close: () => void): readonly SiteMenuEntry[] {
  const t = useTexts('menu')
  const shellTexts = useTexts('shell')
  const { api, shell } = useRuntime()
  const isHost = useIsHost(api)
  const sells = useStore(shell.service.store, ({ outcome }) => hasPlans(outcome))
  const { logOut } = useShellActions()
  const talk = useTalkEntries({ locale, isSignedIn }, close)
  const closeAndRun = afterClosing(close)
  const pageEntry = pageEntries(close)
  return [
    ...talk,
    {
      id: 'history',
      label: t('history'),
      takesFocus: true,
      onSelect: closeAndRun(() => shell.page.showList()),
    },
    {
      id: 'explore',
      label: t('explore'),
      onSelect: closeAndRun(() => shell.page.openModal({ id: 'agent-hub', size: 'large' })),
    },
    pageEntry('settings', shellTexts('titles.settings'), `/${locale}/settings`),
    ...(isHost ? [pageEntry('server', shellTexts('titles.host'), `/${locale}/host`)] : []),
    ...(isSignedIn ? [pageEntry('profile', t('profile'), `/${locale}/settings#account`)] : []),
    ...(isSignedIn || !sells
      ? []
      : [
          {
            id: 'plans' as const,
            label: shellTexts('plans'),
            onSelect: closeAndRun(() => shell.page.openModal({ id: 'plans', size: 'large' })),
          },
        ]),
    pageEntry('help', t('help'), `/${locale}/about#help`),
    pageEntry('about', shellTexts('titles.about'), `/${locale}/about`),
    isSignedIn
      ? { id: 'log-out', label: shellTexts('logOut'), onSelect: closeAndRun(logOut) }
      : pageEntry('log-in', shellTexts('login'), `/${locale}/login`),
  ]
}

/** Returns the entries that lead to the conversation; none there. */
function useTalkEntries({ locale, isSignedIn }: Site, close: () => void): readonly SiteMenuEntry[] {
  const t = useTexts('menu')
  const { talkWith } = useRuntime()
  const agentId = useActiveAgent()
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  if (isHere(home)) return []
  return [
    ...(isSignedIn ? [pageEntries(close)('dashboard', t('dashboard'), home)] : []),
    {
      id: 'chat',
      label: t('chat'),
      href: home,
      onSelect: afterClosing(close)(() => {
        goTo(home)
        talkWith(agentId).composer.focus()
      }),
    },
  ]
}

const afterClosing = (close: () => void) => (action: () => void) => () => {
  close()
  action()
}

/** Returns a function that returns the entry of a page. */
const pageEntries =
  (close: () => void) =>
  (id: SiteMenuEntry['id'], label: string, href: string): SiteMenuEntry => ({
    id,
    label,
    href,
    onSelect: afterClosing(close)(() => goTo(href)),
  })
