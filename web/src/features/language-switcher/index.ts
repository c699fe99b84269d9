export { LanguageSwitcher } from './language-switcher.tsx'
export { languageGroups, languageName } from './language-menu.ts'
