import type { Catalogue } from '../en/index.ts'
import common from './common.json'
import errors from './errors.json'
import shell from './shell.json'
import chat from './chat.json'
import voice from './voice.json'
import settings from './settings.json'

export const catalogue: Catalogue = { common, errors, shell, chat, voice, settings }
