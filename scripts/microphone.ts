// `npm run microphone`: speaks the listening corpus into the microphone of real Chromium and Firefox, and prints a
// table. `npm run microphone -- firefox` runs one of them. Requires PulseAudio, and is not part of CI.
import { build } from './build-steps.ts'
import { findChromium, requirePrograms } from './browsers.ts'
import { ROOT, run } from './process.ts'

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : ['chromium', 'firefox']
const unknown = names.filter((name) => name !== 'chromium' && name !== 'firefox')
if (unknown.length > 0) throw new Error(`not a browser of this bench: ${unknown.join(', ')}`)
const environment = {
  ...process.env,
  ...(names.includes('chromium') && { CHROMIUM_PATH: await findChromium() }),
}
await requirePrograms('the microphone bench', {
  pulseaudio: 'pulseaudio',
  parec: 'pulseaudio-utils',
  'espeak-ng': 'espeak-ng',
  ...(names.includes('firefox') && process.env['FIREFOX_PATH'] === undefined
    ? { 'firefox-esr': 'firefox-esr' }
    : {}),
})
await build()
process.exitCode = await run(process.execPath, ['bench/microphone/microphone.ts', ...names], {
  cwd: ROOT,
  env: environment,
})
