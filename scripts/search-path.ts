import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Programs that Vee uses where they are installed, and that the tests make their sound with. */
const OPTIONAL_PROGRAMS = new Set([
  'espeak',
  'espeak-ng',
  'ffmpeg',
  'flite',
  'ollama',
  'piper',
  'sox',
  'tesseract',
  'whisper-cli',
])

/** Returns the entries of a folder, or none if it does not exist. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Returns a search path with the programs of `searchPath`, except the optional ones: that of a new machine. It is a
 * folder of symbolic links, which is deleted when this process exits.
 */
export function withoutOptionalPrograms(searchPath: string): string {
  const links = mkdtempSync(join(tmpdir(), 'vee-programs-'))
  process.on('exit', () => rmSync(links, { recursive: true, force: true }))
  const linked = new Set(OPTIONAL_PROGRAMS)
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    for (const name of entriesOf(folder)) {
      if (linked.has(name)) continue
      linked.add(name)
      symlinkSync(join(folder, name), join(links, name))
    }
  }
  return links
}
