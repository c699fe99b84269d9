import type { Locale } from '@vee/contract/entities/locale'
import { Suspense, useEffect, type ReactNode, useRef, Component } from 'react'
import { loadLazyTexts, loadViewTexts, useTexts } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { systemLog } from '#lib/log.ts'
import { classNames } from '#ui/class-names.ts'
import type { ScreenId } from '../resolve-path.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { Shell } from '../shell/shell.tsx'
import { TalkScreen } from './talk/talk-screen.tsx'
import { useRuntime } from '../runtime-context.ts'
import styles from './screen.module.css'
import page from './page.module.css'

/** Minimum duration of the loading line in ms: after the first render, and after a navigation. */
const AFTER_MOUNT_MS = 350
const AFTER_NAVIGATION_MS = 250

let isFirstScreen = true

const REGISTRATION: ScreenMeta = { transition: 'fade' }
const TALK: ScreenMeta = { hidesFooterWhenSmall: true }

const SCREEN_META: Readonly<Partial<Record<ScreenId, ScreenMeta>>> = {
  home: TALK,
  pro: TALK,
  register: REGISTRATION,
  'register-plan': REGISTRATION,
  'register-payment': REGISTRATION,
  'register-success': REGISTRATION,
}

const Login = lazyPart(async () => (await import('./login-screen.tsx')).LoginScreen)
const Settings = lazyPart(async () => (await import('./settings-screen.tsx')).SettingsScreen)
const About = lazyPart(async () => (await import('./about-screen.tsx')).AboutScreen)
const Register = lazyPart(async () => (await import('./register-screen.tsx')).RegisterScreen)
const Invite = lazyPart(async () => (await import('./invite-screen.tsx')).InviteScreen)
const Meeting = lazyPart(
  async () => (await import('./meeting-screen.tsx')).MeetingScreen,
  async () => {
    await Promise.all([loadViewTexts(), loadLazyTexts()])
  },
)
const Shared = lazyPart(async () => (await import('./shared-screen.tsx')).SharedScreen, loadViewTexts)
const Host = lazyPart(async () => (await import('./host-screen.tsx')).HostScreen)
const NotFound = lazyPart(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)

export interface ScreenProps {
  readonly screen: ScreenId
  readonly locale: Locale
  /** parameters in the address */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Renders the screen of an address, with frame and title. The conversation is part of the initial bundle;
 * other screens are loaded on demand.
 */
export function Screen({ screen, locale, params }: ScreenProps) {
  const t = useTexts('shell')
  useEffect(() => {
    // What is shared has a title of its own.
    if (screen === 'shared') return
    document.title = t('titleTemplate', { screen: t(`titles.${screen}`) })
  }, [screen, t])

  const meta = SCREEN_META[screen]
  return (
    <Shell
      locale={locale}
      isSignedIn={readToken() !== undefined}
      hidesFooterWhenSmall={meta?.hidesFooterWhenSmall ?? false}
    >
      <LoadBoundary key={screen}>
        <Suspense fallback={null}>
          <div className={classNames(styles['screen'], meta?.transition === 'fade' && styles['fade'])}>
            {contentOf(screen, locale, params)}
          </div>
          <ScreenReady />
        </Suspense>
      </LoadBoundary>
    </Shell>
  )
}

function contentOf(screen: ScreenId, locale: Locale, params: ScreenProps['params']): ReactNode {
  switch (screen) {
    case 'home':
    case 'pro':
      return <TalkScreen />
    case 'login':
      return <Login locale={locale} />
    case 'settings':
      return <Settings locale={locale} />
    case 'about':
      return <About />
    case 'register':
    case 'register-plan':
    case 'register-payment':
    case 'register-success':
      return <Register step={screen} locale={locale} />
    case 'invite':
      return <Invite token={params['token']} locale={locale} />
    case 'meeting':
      return <Meeting id={params['id'] ?? ''} />
    case 'shared':
      return <Shared token={params['token'] ?? ''} />
    case 'host':
      return <Host />
    case 'not-found':
      return <NotFound locale={locale} />
  }
}

/** Metadata of a screen for the surrounding shell. */
interface ScreenMeta {
  readonly transition?: 'fade'
  /** hides the footer where it would be between thumb and microphone */
  readonly hidesFooterWhenSmall?: boolean
}

/**
 * Rendered with a screen's content, once per screen, when that is ready: ends the loading state, moves the
 * focus to the heading, and closes overlays when the screen is left.
 */
function ScreenReady() {
  const { shell, presence } = useRuntime()
  const marker = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst) {
      presence.tell({ type: 'event', event: 'navigation' })
      focusHeading(marker.current?.closest('main'))
    }
    shell.page.setLoading(true)
    const timer = setTimeout(
      () => shell.page.setLoading(false),
      isFirst ? AFTER_MOUNT_MS : AFTER_NAVIGATION_MS,
    )
    return () => {
      clearTimeout(timer)
      // Overlays are closed with their screen, also with the browser's Back.
      shell.page.closeAllModals()
    }
  }, [shell, presence])

  return <span ref={marker} hidden />
}

function focusHeading(main: HTMLElement | null | undefined): void {
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

interface BoundaryProps {
  readonly children: ReactNode
}

function LoadFailure() {
  const t = useTexts('shell')
  const common = useTexts('common')
  return (
    <div className={page['page']} role="alert">
      <h1>{t('loadFailed.title')}</h1>
      <p>{t('loadFailed.text')}</p>
      <button type="button" className={page['action']} onClick={() => globalThis.location.reload()}>
        {common('retry')}
      </button>
    </div>
  )
}

/** Shown instead of a screen whose code could not be loaded: offline, or a new version replaced the files. */
class LoadBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    systemLog.add('ERROR', `A screen could not be shown: ${error.name}`)
  }

  override render(): ReactNode {
    return this.state.failed ? <LoadFailure /> : this.props.children
  }
}
