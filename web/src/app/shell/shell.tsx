import type { Locale } from '@vee/contract/entities/locale'
import { Suspense, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OfflineBanner } from '#features/offline/index.ts'
import { useTexts } from '#i18n/index.ts'
import { noteBudget } from '#lib/allowance.ts'
import { useRuntime } from '../runtime-context.ts'
import { loadAgents } from '../talk/agents.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { lazyPart } from './lazy-part.ts'
import { LoadingLine } from './loading-line.tsx'
import { Modals } from './modals.tsx'
import { PartBoundary } from './part-boundary.tsx'
import styles from './shell.module.css'
import { ToastStack } from './toast-stack.tsx'
import { useScrollPosition } from './use-scroll-position.ts'
import { useShellActions } from './use-shell-actions.ts'
import { useShellKeys } from './use-shell-keys.ts'

const SystemLogPanel = lazyPart(
  async () => (await import('#features/system-log/system-log-panel.tsx')).SystemLogPanel,
)

const ServerNotice = lazyPart(
  async () => (await import('#features/server-notice/server-notice.tsx')).ServerNotice,
)

const Sidebar = lazyPart(async () => (await import('./sidebar/sidebar.tsx')).Sidebar)

// It shows nothing, and fetches its texts when it has something to say.
const TeamWatch = lazyPart(
  async () => (await import('#features/teams/team-watch.tsx')).TeamWatch,
  () => Promise.resolve(),
)

interface ShellProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  readonly hidesFooterWhenSmall: boolean
  readonly children: ReactNode
}

/** What every screen stands in: skip link, header, main part, footer, and what can stand over them. */
export function Shell({ locale, isSignedIn, hidesFooterWhenSmall, children }: ShellProps) {
  const t = useTexts('shell')
  const { api, agents, shell } = useRuntime()
  const { tellLoadFailure } = useShellActions()
  const isServerSilent = useStore(shell.service.store, ({ outcome }) => outcome?.kind === 'silent')
  const notice = useStore(shell.service.store, ({ outcome }) =>
    outcome?.kind === 'answered' ? outcome.status.notice : undefined,
  )
  const isLogOpen = useStore(shell.page.store, (page) => page.isLogOpen)
  const isSidebarOpen = useStore(shell.page.store, (page) => !page.isSidebarCollapsed)
  const main = useRef<HTMLElement>(null)
  useScrollPosition(main)
  useShellKeys()
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {t('skip')}
      </a>
      <Header locale={locale} isSignedIn={isSignedIn} />
      <LoadingLine />
      <div className={styles['body']}>
        <OfflineBanner isServerSilent={isServerSilent} />
        {notice && (
          <PartBoundary onFailure={tellLoadFailure}>
            <Suspense fallback={null}>
              <ServerNotice notice={notice} />
            </Suspense>
          </PartBoundary>
        )}
        <div className={styles['columns']}>
          {isSidebarOpen && (
            <PartBoundary
              onFailure={() => {
                shell.page.toggleSidebar()
                tellLoadFailure()
              }}
            >
              <Suspense fallback={null}>
                <Sidebar locale={locale} isSignedIn={isSignedIn} />
              </Suspense>
            </PartBoundary>
          )}
          <main ref={main} id="content" className={styles['main']} tabIndex={-1}>
            {children}
          </main>
        </div>
        {isLogOpen && (
          <PartBoundary
            onFailure={() => {
              shell.page.setLogOpen(false)
              tellLoadFailure()
            }}
          >
            <Suspense fallback={null}>
              <SystemLogPanel onClose={() => shell.page.setLogOpen(false)} />
            </Suspense>
          </PartBoundary>
        )}
      </div>
      <Footer locale={locale} isHiddenWhenSmall={hidesFooterWhenSmall} />
      <Modals locale={locale} isSignedIn={isSignedIn} />
      <ToastStack />
      {isSignedIn && (
        <PartBoundary onFailure={() => {}}>
          <Suspense fallback={null}>
            <TeamWatch
              api={api}
              tell={shell.notices.notify}
              onChanged={() => {
                // What the figures were of may be somebody else's pool now, and so may agents.
                noteBudget(undefined)
                void loadAgents(api, agents)
              }}
            />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}
