export { createLanguageDetection, type LanguageDetection, type LanguageGuess } from './detect-language.ts'
