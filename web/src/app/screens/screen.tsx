import type { Locale } from '@vee/contract/entities/locale'
import { Suspense, useEffect, type ReactNode } from 'react'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { classNames } from '#ui/class-names.ts'
import type { ScreenId } from '../resolve-path.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { Shell } from '../shell/shell.tsx'
import { TalkScreen } from './talk/talk-screen.tsx'
import { ScreenReady } from './screen-ready.tsx'
import { LoadBoundary } from './load-boundary.tsx'
import { SCREEN_META } from './screen-meta.ts'
import styles from './screen.module.css'

const Login = lazyPart(async () => (await import('./login-screen.tsx')).LoginScreen)
const Settings = lazyPart(async () => (await import('./settings-screen.tsx')).SettingsScreen)
const About = lazyPart(async () => (await import('./about-screen.tsx')).AboutScreen)
const Register = lazyPart(async () => (await import('./register-screen.tsx')).RegisterScreen)
const Invite = lazyPart(async () => (await import('./invite-screen.tsx')).InviteScreen)
const Meeting = lazyPart(async () => (await import('./meeting-screen.tsx')).MeetingScreen, loadViewTexts)
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
    case 'host':
      return <Host />
    case 'not-found':
      return <NotFound locale={locale} />
  }
}
