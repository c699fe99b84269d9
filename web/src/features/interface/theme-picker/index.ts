export { ThemePicker } from './theme-picker.tsx'
