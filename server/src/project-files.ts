import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * The one place that knows where files lie which are read while the server runs. The entry of the program is either
 * `server/src/main.ts` or the bundle `server/dist/main.js`, which holds this module too: both are two levels below the
 * project's root, and the build puts prompts into the same places beside the bundle.
 */
const PROGRAM = import.meta.dirname

/** The built web client. */
export const WEB_DIST = join(PROGRAM, '..', '..', 'web', 'dist')

/** The program of a thread: a source file from the sources, a bundle of its own beside the bundle. */
const thread = (name: string) =>
  pathToFileURL(join(PROGRAM, `${name}${extname(import.meta.filename) === '.ts' ? '.ts' : '.js'}`))

/** Takes pages of the web apart. */
export const PAGE_WORKER = thread('page-worker')
/** Hears and speaks by local engines. */
export const SPEECH_WORKER = thread('speech-worker-program')
/** Counts tokens. */
export const TOKEN_WORKER = thread('token-worker')

/** The folders of the agents, with their prompts. */
export const AGENTS_DIRECTORY = pathToFileURL(join(PROGRAM, 'agents', '/'))
