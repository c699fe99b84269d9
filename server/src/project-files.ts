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

/** The thread that takes pages of the web apart: a source file from the sources, a bundle of its own beside the bundle. */
export const PAGE_WORKER = pathToFileURL(
  join(PROGRAM, `page-worker${extname(import.meta.filename) === '.ts' ? '.ts' : '.js'}`),
)

/** The folders of the agents, with their prompts. */
export const AGENTS_DIRECTORY = pathToFileURL(join(PROGRAM, 'agents', '/'))
