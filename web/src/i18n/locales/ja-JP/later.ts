import type { LaterCatalogue } from '../en/later.ts'
import about from './about.json'
import agents from './agents.json'
import commands from './commands.json'
import log from './log.json'
import login from './login.json'
import menu from './menu.json'
import pages from './pages.json'
import plans from './plans.json'
import register from './register.json'
import settings from './settings.json'
import speech from './speech.json'

export const later: LaterCatalogue = { about, agents, commands, log, login, menu, pages, plans, register, settings, speech }
