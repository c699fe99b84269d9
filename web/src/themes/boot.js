// Sets the page's theme, text size and motion before the first paint. The build inlines it into the page; the
// content security policy allows it by hash. src/themes (theme-controller.ts, accessibility-preferences.ts) makes
// the same decisions again once the app runs; boot.test.ts tests that both agree.
;(() => {
  const GROUND_COLOURS = {
    'sakura-sunset': '#1d1320',
    'twilight-neo': '#0f1128',
    'aurora-daybreak': '#f5f9f7',
    'warm-embrace': '#f7f0e6',
    'terminus-dark': '#0a0f0c',
    'terminus-light': '#f3f5ec',
  }

  // Storage may be blocked, and its content may be broken.
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function storedPreferences() {
    try {
      return Object(JSON.parse(stored('vee.ui-preferences')))
    } catch {
      return {}
    }
  }
  function asks(query) {
    return matchMedia(query).matches
  }

  function themeOfHour(hour) {
    if (hour >= 6 && hour < 12) return 'aurora-daybreak'
    if (hour >= 12 && hour < 17) return 'warm-embrace'
    if (hour >= 17 && hour < 20) return 'twilight-neo'
    return 'sakura-sunset'
  }
  function themeOfSystem() {
    return asks('(prefers-color-scheme: dark)') ? 'sakura-sunset' : 'aurora-daybreak'
  }

  const preferences = storedPreferences()
  const chosen = stored('vee.theme-choice.v1')
  const isTheme = chosen !== null && Object.hasOwn(GROUND_COLOURS, chosen)
  const followsHour = chosen === null && preferences.autoTheme !== false
  const theme = isTheme ? chosen : followsHour ? themeOfHour(new Date().getHours()) : themeOfSystem()
  const isReduced = preferences.reducedMotion === true || asks('(prefers-reduced-motion: reduce)')
  const isContrasty = preferences.highContrast === true || asks('(prefers-contrast: more)')
  const isKnownSize = ['small', 'medium', 'large'].includes(preferences.fontSize)

  Object.assign(document.documentElement.dataset, {
    theme,
    motion: isReduced ? 'reduced' : 'full',
    contrast: isContrasty ? 'more' : 'normal',
    fontSize: isKnownSize ? preferences.fontSize : 'medium',
    density: preferences.compactMode === true ? 'compact' : 'normal',
  })
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', GROUND_COLOURS[theme])
})()
