import type { Locale } from '@vee/contract/entities/locale'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { ScreenId } from '../resolve-path.ts'
import { TalkScreen } from '../talk/talk-screen.tsx'
import { LoadBoundary } from './load-boundary.tsx'

const Login = lazy(async () => ({ default: (await import('./login-screen.tsx')).LoginScreen }))
const NotFound = lazy(async () => ({ default: (await import('./not-found-screen.tsx')).NotFoundScreen }))

export interface ScreenProps {
  readonly screen: ScreenId
  readonly locale: Locale
}

/** The screen of an address, with its title. The talk is part of the first page; the others come when they are asked for. */
export function Screen({ screen, locale }: ScreenProps) {
  const t = useTexts('shell')
  useEffect(() => {
    document.title = t('titleTemplate', { screen: t(`titles.${screen}`) })
  }, [screen, t])

  if (screen === 'home' || screen === 'pro') return <TalkScreen locale={locale} />
  return (
    <LoadBoundary key={screen}>
      <Suspense fallback={null}>
        {screen === 'login' ? <Login locale={locale} /> : <NotFound locale={locale} />}
      </Suspense>
    </LoadBoundary>
  )
}
