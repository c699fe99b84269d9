import { catalogue as english, type Catalogue } from '../en/index.ts'
import shell from './shell.json'

/** English as it greets in Nigeria: messages only, no locale that could be chosen. */
export const catalogue: Catalogue = { ...english, shell: { ...english.shell, ...shell } }
