import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './process.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of a program on the PATH; Debian installs Postgres' own programs elsewhere. */
function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable)
}

/** Installs Debian packages if permitted: as root, with apt-get. */
async function installPackages(what: string, packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return
  console.log(`Installing Debian's ${packages.join(', ')} for ${what} (once)…`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['-qq', 'update'], { env: environment })
  await run(
    'apt-get',
    ['-qq', '-y', '-o', 'Dpkg::Use-Pty=0', 'install', '--no-install-recommends', ...packages],
    { env: environment },
  )
}

/** Checks that these programs exist; otherwise prints what to install and exits. */
export async function requirePrograms(
  what: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  const missing = () => Object.entries(programs).filter(([program]) => onPath([program]) === undefined)
  if (missing().length > 0)
    await installPackages(
      what,
      missing().map(([, name]) => name),
    )
  if (missing().length === 0) return
  console.error(
    `For ${what} these are missing: ${missing()
      .map(([program]) => program)
      .join(', ')}.`,
  )
  process.exit(1)
}

/**
 * Returns the browser for the tests: CHROMIUM_PATH, then the PATH, then Debian's package; otherwise prints
 * what to install and exits.
 */
export async function findChromium(): Promise<string> {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) {
    if (executable(configured)) return configured
    console.error(`CHROMIUM_PATH names "${configured}", which is not a program that can be run.`)
    process.exit(1)
  }
  const found = onPath(NAMES)
  if (found) return found
  await installPackages('the browser tests', ['chromium'])
  const installed = onPath(NAMES)
  if (installed) return installed
  console.error(
    'The browser tests need Chromium: install the package "chromium" or set CHROMIUM_PATH to the program.',
  )
  process.exit(1)
}

/** Firefox, and the sound server that it requires without a sound card. */
const FIREFOX_PROGRAMS = { pulseaudio: 'pulseaudio', pactl: 'pulseaudio-utils', paplay: 'pulseaudio-utils' }

const firefoxPath = () => process.env['FIREFOX_PATH'] ?? onPath(['firefox-esr', 'firefox'])

/**
 * Returns the Firefox for its browser tests: FIREFOX_PATH, then the PATH, then Debian's package. Returns
 * undefined, with a message, if it is not available: the tests with Chromium run anyway.
 */
export async function findFirefox(): Promise<string | undefined> {
  const missing = Object.entries(FIREFOX_PROGRAMS).filter(([program]) => onPath([program]) === undefined)
  if (firefoxPath() === undefined || missing.length > 0) {
    const packages = new Set(missing.map(([, name]) => name))
    if (firefoxPath() === undefined) packages.add('firefox-esr')
    await installPackages('the browser tests in Firefox', [...packages])
  }
  const path = firefoxPath()
  if (path !== undefined && Object.keys(FIREFOX_PROGRAMS).every((program) => onPath([program]))) return path
  console.log('Skipped: the browser tests in Firefox. They need Firefox and PulseAudio.')
  return undefined
}

/** Returns the environment of Playwright: the paths of both browsers. */
export async function browserEnvironment(): Promise<NodeJS.ProcessEnv> {
  const chromium = await findChromium()
  const firefox = await findFirefox()
  return { ...process.env, CHROMIUM_PATH: chromium, ...(firefox !== undefined && { FIREFOX_PATH: firefox }) }
}
