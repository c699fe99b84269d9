export { LanguageSwitcher } from './language-switcher.tsx'
export { languageName } from './language-menu.ts'
