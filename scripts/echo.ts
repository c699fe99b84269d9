// `npm run echo`: whether Vee interrupts itself where the microphone hears the loudspeaker. Needs PulseAudio, and no part of CI.
import { build } from './build-steps.ts'
import { findChromium, requirePrograms } from './browsers.ts'
import { run } from './process.ts'

const environment = { ...process.env, CHROMIUM_PATH: await findChromium() }
await requirePrograms('the echo rig', {
  pulseaudio: 'pulseaudio',
  pactl: 'pulseaudio-utils',
  // The server's own voice, the most like one that needs no key.
  'espeak-ng': 'espeak-ng',
})
await build()
process.exitCode = await run(process.execPath, ['bench/echo/echo.ts'], { env: environment })
