import { createNotices, type Notices } from '#features/system/notifications/notices.ts'
import { createServiceStatus, type ServiceStatus } from '#features/system/service-status/index.ts'
import type { Api } from '#lib/http/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import type { PresenceController } from '#presence/index.ts'
import { applyAccessibility, type ThemeController } from '#themes/index.ts'
import { createInterface, type Interface } from './interface-state.ts'
import { isSidebarOpenAtStart, rememberSidebar } from './default-sidebar.ts'

/** The services of the shell around the screens. */
export interface ShellServices {
  readonly page: Interface
  readonly notices: Notices
  readonly service: ServiceStatus
}

export function createShellServices(api: Api, presence: PresenceController): ShellServices {
  const page = createInterface((event) => presence.tell({ type: 'event', event }), {
    isSidebarOpen: isSidebarOpenAtStart(),
  })
  rememberSidebar(page)
  page.store.subscribe(({ isLoading }, before) => {
    if (isLoading !== before.isLoading) presence.tell({ type: 'loading', isLoading })
  })
  return {
    page,
    notices: createNotices((type) => presence.tell({ type: 'event', event: type })),
    service: createServiceStatus(api),
  }
}

/** Applies the user's and the system's preferences to stylesheets, theme and presence. */
export function followPreferences(themes: ThemeController, presence: PresenceController): void {
  const comfort = applyAccessibility(usePreferences.getState, ({ motion, contrast }) => {
    const { enableParticles, enableNeuralEffects } = usePreferences.getState()
    presence.tell({
      type: 'preferences',
      preferences: {
        reducedMotion: motion === 'reduced',
        highContrast: contrast === 'more',
        enableParticles,
        enableNeuralEffects,
      },
    })
  })
  usePreferences.subscribe(({ autoTheme }) => {
    themes.setAutoTheme(autoTheme)
    comfort.refresh()
  })
}
