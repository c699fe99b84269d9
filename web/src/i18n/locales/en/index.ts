import chat from './chat.json'
import common from './common.json'
import errors from './errors.json'
import shell from './shell.json'
import voice from './voice.json'

/** Texts of the initial page. */
export const catalogue = { common, errors, shell, chat, voice }

/** English is the type of every other language. */
export type Catalogue = typeof catalogue
