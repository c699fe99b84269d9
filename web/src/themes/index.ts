export { THEMES, type Theme } from './registry.ts'
export { browserPage, ThemeController } from './theme-controller.ts'
export { applyAccessibility } from './accessibility-preferences.ts'
export { firstFonts } from './first-fonts.ts'
