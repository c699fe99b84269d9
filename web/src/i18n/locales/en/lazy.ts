import about from './about.json'
import account from './account.json'
import agents from './agents.json'
import billing from './billing.json'
import commands from './commands.json'
import history from './history.json'
import host from './host.json'
import knowledge from './knowledge.json'
import log from './log.json'
import login from './login.json'
import look from './look.json'
import menu from './menu.json'
import models from './models.json'
import pictures from './pictures.json'
import plans from './plans.json'
import prompts from './prompts.json'
import register from './register.json'
import settings from './settings.json'
import teams from './teams.json'
import speech from './speech.json'
import usage from './usage.json'
import viewer from './viewer.json'

/** Texts of parts that are loaded when they are opened. */
export const lazy = { about, account, agents, billing, commands, history, host, knowledge, log, login, look, menu, models, pictures,
  plans, prompts, register, settings, speech, teams, usage, viewer }

/** English is the type of every other language. */
export type LazyCatalogue = typeof lazy
