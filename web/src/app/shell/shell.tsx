import type { Locale } from '@vee/contract/entities/locale'
import { useEffect, useRef, type ReactNode, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { OfflineBanner } from '#features/system/offline/index.ts'
import { useTexts } from '#i18n/index.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { LoadFailureContext } from '#ui/use-lazy-code.ts'
import { useRuntime } from '../runtime-context.ts'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import { ServerNoticePart } from './server-notice-part.tsx'
import { lazyPart } from './lazy-part.ts'
import { Modals } from './modals.tsx'
import { PartBoundary } from './part-boundary.tsx'
import styles from './shell.module.css'
import { openSidebarOnce } from './services/default-sidebar.ts'
import { useScrollPosition } from './use-scroll-position.ts'
import { useShellActions } from './use-shell-actions.ts'
import { registerGlobalKeys, takeHeldKeys } from './held-keys.ts'
import { isComposing } from '#lib/is-composing.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

const SystemLogPanel = lazyPart(
  async () => (await import('#features/system/system-log/system-log-panel.tsx')).SystemLogPanel,
)

const Sidebar = lazyPart(async () => (await import('./sidebar/sidebar.tsx')).Sidebar)

// It renders nothing, and loads its texts with its first notice.
const TeamChanges = lazyPart(
  async () => (await import('./services/team-changes.tsx')).TeamChanges,
  () => Promise.resolve(),
  PATIENT_TRIES,
)

const BackgroundReports = lazyPart(
  async () => (await import('../chat/background-reports.tsx')).BackgroundReports,
  () => Promise.resolve(),
  PATIENT_TRIES,
)

interface ShellProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  readonly hidesFooterWhenSmall: boolean
  readonly children: ReactNode
}

/** The frame of every screen: skip link, header, main part, footer, and overlays. */
export function Shell({ locale, isSignedIn, hidesFooterWhenSmall, children }: ShellProps) {
  const t = useTexts('shell')
  const { api, shell } = useRuntime()
  const { showLoadFailure } = useShellActions()
  const isServerSilent = useStore(shell.service.store, ({ outcome }) => outcome?.kind === 'silent')
  const isLogOpen = useStore(shell.page.store, (interfaceState) => interfaceState.isLogOpen)
  const isSidebarOpen = useStore(shell.page.store, (interfaceState) => !interfaceState.isSidebarCollapsed)
  const main = useRef<HTMLElement>(null)
  useScrollPosition(main)
  useShellKeys(isSignedIn)
  useEffect(() => {
    void openSidebarOnce(api, shell.page)
  }, [api, shell])
  return (
    <LoadFailureContext value={showLoadFailure}>
      <div className={styles['frame']} data-talk={hidesFooterWhenSmall || undefined}>
        <a className={styles['skip']} href="#content">
          {t('skip')}
        </a>
        <Header locale={locale} isSignedIn={isSignedIn} />
        <LoadingLine />
        <div className={styles['body']}>
          {/* The conversation screen shows notices in its dock. */}
          {!hidesFooterWhenSmall && (
            <>
              <OfflineBanner isServerSilent={isServerSilent} />
              <ServerNoticePart />
            </>
          )}
          <div className={styles['columns']}>
            {isSidebarOpen && (
              <PartBoundary onFailure={() => shell.page.toggleSidebar()}>
                <Sidebar locale={locale} isSignedIn={isSignedIn} />
              </PartBoundary>
            )}
            <main ref={main} id="content" className={styles['main']} tabIndex={-1}>
              {children}
            </main>
          </div>
          {isLogOpen && (
            <PartBoundary onFailure={() => shell.page.setLogOpen(false)}>
              <SystemLogPanel onClose={() => shell.page.setLogOpen(false)} />
            </PartBoundary>
          )}
        </div>
        <Footer locale={locale} isSignedIn={isSignedIn} isHiddenWhenSmall={hidesFooterWhenSmall} />
        <Modals locale={locale} isSignedIn={isSignedIn} />
        <ToastStack />
        {isSignedIn && <MemberNews locale={locale} isAloud={hidesFooterWhenSmall} />}
      </div>
    </LoadFailureContext>
  )
}

interface MemberNewsProps {
  readonly locale: Locale
  /** reports are spoken as well */
  readonly isAloud: boolean
}

/** Watches what happens elsewhere: changes in teams, and replies in the background. */
function MemberNews({ locale, isAloud }: MemberNewsProps) {
  return (
    <>
      <PartBoundary isQuiet>
        <TeamChanges />
      </PartBoundary>
      <PartBoundary isQuiet>
        <BackgroundReports locale={locale} isAloud={isAloud} />
      </PartBoundary>
    </>
  )
}

/** A line below the header while a page is loading. It covers nothing and causes no layout shift. */
function LoadingLine() {
  const { shell } = useRuntime()
  const isLoading = useStore(shell.page.store, (interfaceState) => interfaceState.isLoading)
  return isLoading ? <div className={styles['line']} aria-hidden="true" data-loading="" /> : null
}

function ToastStack() {
  const t = useTexts('shell')
  const { shell } = useRuntime()
  return (
    <ToastRegion
      store={shell.notices.stack}
      words={{
        region: t('toasts.region'),
        dismiss: t('toasts.dismiss'),
        types: {
          success: t('toasts.types.success'),
          error: t('toasts.types.error'),
          warning: t('toasts.types.warning'),
          info: t('toasts.types.info'),
        },
      }}
    />
  )
}

/**
 * Keyboard shortcuts on every screen: Ctrl or Cmd with K for the commands, with Shift and O for a new conversation, with
 * B for the list of conversations; ? for all keys.
 */
function useShellKeys(isSignedIn: boolean): void {
  const { shell } = useRuntime()
  const { startConversation } = useShellActions()
  // A layout effect, because users may press keys as soon as the page is painted; an ordinary effect runs
  // much later on a busy machine.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isComposing(event) || event.altKey) return
      const chord = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
      if (chord === 'o' && event.shiftKey) {
        event.preventDefault()
        startConversation()
        return
      }
      if (chord === 'b' && !event.shiftKey && isSignedIn) {
        event.preventDefault()
        shell.page.toggleSidebar()
        return
      }
      if (chord === 'k') {
        event.preventDefault()
        if (shell.page.store.getState().modals.some(({ id }) => id === 'command-palette')) return
        registerGlobalKeys(() => shell.page.closeModal('command-palette'))
        // If it was closed before its field was mounted, it stops buffering.
        shell.page.openModal({ id: 'command-palette', onClose: takeHeldKeys })
        return
      }
      const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null
      if (event.key === '?' && !isTyping) {
        event.preventDefault()
        shell.page.openModal({ id: 'keyboard-help' })
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shell, startConversation, isSignedIn])
}
