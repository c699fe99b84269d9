export { THEMES, type Theme } from './registry.ts'
export { ThemeController, type ThemeChange } from './theme-controller.ts'
export { browserPage } from './browser-page.ts'
export { applyComfort, type ComfortPreferences } from './comfort.ts'
