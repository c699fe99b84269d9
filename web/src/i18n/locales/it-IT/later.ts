import type { LaterCatalogue } from '../en/later.ts'
import login from './login.json'
import settings from './settings.json'

export const later: LaterCatalogue = { login, settings }
