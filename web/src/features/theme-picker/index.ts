export { ThemePicker } from './theme-picker.tsx'
export { themeGroups, type ThemeMenuChoice } from './theme-menu.ts'
export { useTheme } from './use-theme.ts'
