/** The user's preferences that affect stylesheets. */
export interface AccessibilityPreferences {
  readonly reducedMotion: boolean
  readonly highContrast: boolean
  readonly fontSize: 'small' | 'medium' | 'large'
  readonly compactMode: boolean
}

/** The system's accessibility preferences; they have the same weight as the user's own. */
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

/** Returns the root's data attributes: stylesheets use only these, never the media queries. */
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
 * Keeps the root's attributes in sync with the preferences and the system. `preferences` is called on every
 * change of the system and on `refresh`; `onChange` receives the result, for effects outside of stylesheets.
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
