import common from './common.json'
import errors from './errors.json'
import shell from './shell.json'
import chat from './chat.json'
import voice from './voice.json'
import settings from './settings.json'

export const catalogue = { common, errors, shell, chat, voice, settings }

/** English is the type of every other language. */
export type Catalogue = typeof catalogue
