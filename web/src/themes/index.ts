export { THEMES, type Theme } from './registry.ts'
export { ThemeController } from './theme-controller.ts'
export { browserPage } from './browser-page.ts'
export { applyComfort } from './comfort.ts'
