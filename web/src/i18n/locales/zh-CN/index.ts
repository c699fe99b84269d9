import type { Catalogue } from '../en/index.ts'
import chat from './chat.json'
import common from './common.json'
import errors from './errors.json'
import shell from './shell.json'
import voice from './voice.json'

export const catalogue: Catalogue = { common, errors, shell, chat, voice }
