import type { Locale } from '@vee/contract/entities/locale'
import { LogIn, Menu, PanelLeft, SquarePen, Volume2, VolumeX, X, ChevronDown, CircleUser } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { useVoice } from '#features/voice/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { isHere, isPlainClick } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import styles from './header.module.css'
import { lazyPart } from '../lazy-part.ts'
import { Link } from '../link.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { useShellActions } from '../use-shell-actions.ts'
import { useAnsweringAgentId } from '../../chat/use-answering-agent.ts'
import { useActiveAgent } from '../../runtime.ts'
import voiceColours from '../voice-colours.module.css'

const SiteMenu = lazyPart(async () => (await import('./site-menu.tsx')).SiteMenu)

interface HeaderProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
}

/**
 * The controls that a conversation needs: list, home, assistant, new conversation, voice, and the menu with everything
 * else, which is the account's menu for signed-in users.
 */
export function Header({ locale, isSignedIn }: HeaderProps) {
  const t = useTexts('shell')
  const chat = useTexts('chat')
  const { shell } = useRuntime()
  const actions = useShellActions()
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  const isMenuOpen = useStore(shell.page.store, (interfaceState) => interfaceState.isMenuOpen)
  const isSidebarOpen = useStore(shell.page.store, (interfaceState) => !interfaceState.isSidebarCollapsed)
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
      <HomeLink home={home} />
      <AgentOpener />
      <IconButton
        icon={SquarePen}
        label={chat('new')}
        tooltipSide="below"
        onClick={actions.startConversation}
      />
      <span className={styles['gap']} />
      <VoiceIndicator />
      <MuteButton />
      {!isSignedIn && (
        <Link to={`/${locale}/login`} className={styles['login']}>
          <Icon of={LogIn} />
          {t('login')}
        </Link>
      )}
      <IconButton
        ref={menuButton}
        icon={isMenuOpen ? X : isSignedIn ? CircleUser : Menu}
        label={t(isSignedIn ? 'account' : 'menu')}
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

/** The logo: leads to the conversation; there, it loads the page again. */
function HomeLink({ home }: { readonly home: string }) {
  const t = useTexts('shell')
  return (
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
  )
}

function MuteButton() {
  const t = useTexts('shell')
  const { toggleMute } = useShellActions()
  const isMuted = useSettings(({ muted }) => muted)
  return (
    <IconButton
      icon={isMuted ? VolumeX : Volume2}
      label={t(isMuted ? 'unmute' : 'mute')}
      isPressed={isMuted}
      tooltipSide="below"
      onClick={toggleMute}
    />
  )
}

/** Shows the active agent, and opens the hub to choose another. */
function AgentOpener() {
  const t = useTexts('shell')
  const chat = useTexts('chat')
  const { agents, shell } = useRuntime()
  const agentId = useAnsweringAgentId()
  const label = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === agentId)?.label)
  const agent = label ?? chat('welcome.fallbackAgent')
  return (
    <button
      type="button"
      className={styles['agent']}
      aria-haspopup="dialog"
      aria-label={t('agent', { agent })}
      onClick={() => shell.page.openModal({ id: 'agent-hub', size: 'large' })}
    >
      <span className={styles['agentName']}>{agent}</span>
      <Icon of={ChevronDown} size="s" />
    </button>
  )
}

/** Two strands of the presence, in the shape of a V. */
function Logo() {
  return (
    <svg width="30" height="24" viewBox="0 0 30 24" fill="none" stroke="currentColor" aria-hidden="true">
      <g strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2 5c6 0 6.5 14 13 14S22 5 28 5" />
        <path d="M2 5c5.5 1.5 8 8 13 8s7.500-6.500 13-8" opacity="0.55" />
      </g>
    </svg>
  )
}

/**
 * Shows on other screens than the conversation's, whose dock shows it, that something is heard or spoken; nothing at
 * rest.
 */
function VoiceIndicator() {
  const t = useTexts('voice')
  const { session, talkWith } = useRuntime()
  const { chat } = talkWith(useActiveAgent())
  const isReconnecting = useStore(chat.state, ({ running }) => running?.connection === 'lost')
  const now = useVoice(session).visual
  if (now === 'idle') return null
  const visual = isReconnecting && (now === 'thinking' || now === 'responding') ? 'connecting' : now
  return (
    <span className={classNames(styles['indicator'], voiceColours[visual])}>
      <span className={styles['dot']} aria-hidden="true" />
      {t(`state.${visual}`)}
    </span>
  )
}
