/** The preferences that stylesheets follow, as the user set them. */
export interface AccessibilityPreferences {
  readonly reducedMotion: boolean
  readonly highContrast: boolean
  readonly fontSize: 'small' | 'medium' | 'large'
  readonly compactMode: boolean
}

/** What the system asks for; it counts as much as the user's own preference. */
export interface SystemAccessibility {
  readonly reducedMotion: boolean
  readonly moreContrast: boolean
}

export interface AccessibilityAttributes {
  readonly motion: 'full' | 'reduced'
  readonly contrast: 'normal' | 'more'
  readonly fontSize: AccessibilityPreferences['fontSize']
  readonly density: 'normal' | 'compact'
}

/** The root's data attributes: stylesheets read these alone, never the media queries behind them. */
export function accessibilityAttributes(
  preferences: AccessibilityPreferences,
  system: SystemAccessibility,
): AccessibilityAttributes {
  return {
    motion: preferences.reducedMotion || system.reducedMotion ? 'reduced' : 'full',
    contrast: preferences.highContrast || system.moreContrast ? 'more' : 'normal',
    fontSize: preferences.fontSize,
    density: preferences.compactMode ? 'compact' : 'normal',
  }
}

/**
 * Keeps the root's attributes true to the preferences and the system. `preferences` is asked again on every change of
 * the system and on `refresh`; `onChange` hears what came of it, for what stylesheets cannot do.
 */
export function applyAccessibility(
  preferences: () => AccessibilityPreferences,
  onChange: (attributes: AccessibilityAttributes) => void = () => {},
) {
  const motion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const contrast = window.matchMedia('(prefers-contrast: more)')
  const refresh = () => {
    const system = { reducedMotion: motion.matches, moreContrast: contrast.matches }
    const attributes = accessibilityAttributes(preferences(), system)
    Object.assign(document.documentElement.dataset, attributes)
    onChange(attributes)
  }
  refresh()
  motion.addEventListener('change', refresh)
  contrast.addEventListener('change', refresh)
  return {
    refresh,
    stop() {
      motion.removeEventListener('change', refresh)
      contrast.removeEventListener('change', refresh)
    },
  }
}
