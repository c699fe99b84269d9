export { languageName, LanguageSwitcher } from './language-switcher.tsx'
