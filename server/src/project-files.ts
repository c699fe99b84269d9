import { join } from 'node:path'

/**
 * The one place that knows where files lie which are read while the server runs. Sources (`server/src/`) and the
 * bundle (`server/dist/`) are both two levels below the project's root, so paths hold in both ways of running.
 */
const PROJECT_ROOT = join(import.meta.dirname, '..', '..')

/** The path of a file of the project, for example `projectFile('web', 'dist')`. */
export function projectFile(...segments: readonly string[]): string {
  return join(PROJECT_ROOT, ...segments)
}
