import login from './login.json'
import settings from './settings.json'

/** What is said by parts that are loaded when they are opened. */
export const later = { login, settings }

/** English is the type of every other language. */
export type LaterCatalogue = typeof later
