// `npm run echo`: measures whether Vee interrupts itself when the microphone picks up the loudspeaker.
// Requires PulseAudio, and is not part of CI.
import { build } from './build-steps.ts'
import { findChromium, requirePrograms } from './browsers.ts'
import { run } from './process.ts'

const environment = { ...process.env, CHROMIUM_PATH: await findChromium() }
await requirePrograms('the echo rig', {
  pulseaudio: 'pulseaudio',
  pactl: 'pulseaudio-utils',
  // The best of the server's voices that need no key.
  'espeak-ng': 'espeak-ng',
})
await build()
process.exitCode = await run(process.execPath, ['bench/echo/echo.ts'], { env: environment })
