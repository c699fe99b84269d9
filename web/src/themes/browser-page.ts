import type { ThemePage } from './theme-controller.ts'

/** Returns the real page: the root's `data-theme`, the browser's frame, the system's scheme, the clock. */
export function browserPage(): ThemePage {
  const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
  return {
    show(theme) {
      document.documentElement.dataset['theme'] = theme.id
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme.groundColour)
    },
    hour: () => new Date().getHours(),
    systemIsDark: () => systemDark.matches,
    onSystemChange(listener) {
      systemDark.addEventListener('change', listener)
      return () => systemDark.removeEventListener('change', listener)
    },
    onReturn(listener) {
      const check = () => {
        if (!document.hidden) listener()
      }
      document.addEventListener('visibilitychange', check)
      return () => document.removeEventListener('visibilitychange', check)
    },
  }
}
