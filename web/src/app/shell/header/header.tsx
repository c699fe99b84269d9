import type { Locale } from '@vee/contract/entities/locale'
import { LogIn, Menu, PanelLeft, SlidersHorizontal, Volume2, VolumeX, X } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { FullscreenButton } from '#features/interface/fullscreen/index.ts'
import { LanguageSwitcher } from '#features/interface/language-switcher/index.ts'
import { ThemePicker } from '#features/interface/theme-picker/index.ts'
import { useTexts } from '#i18n/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PopoverButton } from '#ui/controls/menu-button.tsx'
import { isHere, isPlainClick } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { AccountMenu } from './account-menu.tsx'
import { AgentOpener } from './agent-opener.tsx'
import styles from './header.module.css'
import { lazyPart } from '../lazy-part.ts'
import { Link } from '../link.tsx'
import { Logo } from './logo.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { useShellActions } from '../use-shell-actions.ts'
import { VoiceIndicator } from './voice-indicator.tsx'

const SiteMenu = lazyPart(async () => (await import('./site-menu.tsx')).SiteMenu)
const VoiceControls = lazyPart(
  async () => (await import('#features/voice/voice-controls/voice-controls.tsx')).VoiceControls,
)

interface HeaderProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
}

export function Header({ locale, isSignedIn }: HeaderProps) {
  const t = useTexts('shell')
  const { themes, shell } = useRuntime()
  const actions = useShellActions()
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  const isMuted = useSettings(({ muted }) => muted)
  const autoTheme = usePreferences((preferences) => preferences.autoTheme)
  const isMenuOpen = useStore(shell.page.store, (page) => page.isMenuOpen)
  const isSidebarOpen = useStore(shell.page.store, (page) => !page.isSidebarCollapsed)
  const menuButton = useRef<HTMLButtonElement>(null)
  return (
    <header className={styles['header']}>
      {isSignedIn && (
        <IconButton
          icon={PanelLeft}
          label={t('sidebar')}
          aria-expanded={isSidebarOpen}
          tooltipSide="below"
          onClick={() => shell.page.toggleSidebar()}
        />
      )}
      <Link
        to={home}
        className={styles['logo']}
        aria-label={t('home')}
        onClick={(event) => {
          if (!isPlainClick(event) || !isHere(home)) return
          event.preventDefault()
          globalThis.location.reload()
        }}
      >
        <Logo />
        <span className={styles['name']} aria-hidden="true">
          Vee
        </span>
      </Link>
      <AgentOpener />
      <span className={styles['gap']} />
      <VoiceIndicator />
      <div className={styles['wide']}>
        <ThemePicker themes={themes} autoTheme={autoTheme} onFailure={actions.showThemeFailure} />
        <LanguageSwitcher locale={locale} onChoose={actions.switchLanguage} />
        <FullscreenButton onFailure={actions.showFullscreenFailure} />
      </div>
      <IconButton
        icon={isMuted ? VolumeX : Volume2}
        label={t(isMuted ? 'unmute' : 'mute')}
        isPressed={isMuted}
        tooltipSide="below"
        onClick={actions.toggleMute}
      />
      <div className={styles['wide']}>
        <PopoverButton
          label={t('voiceControls')}
          align="end"
          renderOpener={(opener) => (
            <IconButton {...opener} icon={SlidersHorizontal} label={t('voiceControls')} tooltipSide="below" />
          )}
        >
          <PartBoundary>
            <VoiceControls />
          </PartBoundary>
        </PopoverButton>
        {isSignedIn ? (
          <AccountMenu locale={locale} onLogOut={actions.logOut} />
        ) : (
          <Link to={`/${locale}/login`} className={styles['login']}>
            <Icon of={LogIn} />
            {t('login')}
          </Link>
        )}
      </div>
      <IconButton
        ref={menuButton}
        icon={isMenuOpen ? X : Menu}
        label={t('menu')}
        aria-expanded={isMenuOpen}
        aria-haspopup="dialog"
        tooltipSide="below"
        onClick={() => shell.page.setMenuOpen(!isMenuOpen)}
      />
      {isMenuOpen && (
        <PartBoundary onFailure={() => shell.page.setMenuOpen(false)}>
          <SiteMenu locale={locale} isSignedIn={isSignedIn} opener={menuButton} />
        </PartBoundary>
      )}
    </header>
  )
}
