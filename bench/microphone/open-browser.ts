import { launch, type Browser } from 'puppeteer-core'
import type { SoundRoom } from '../echo/sound-room.ts'

/** Opens Debian's browser with the sound room's devices; Firefox by WebDriver BiDi. */
export function openBrowser(name: string, { environment }: SoundRoom): Promise<Browser> {
  const env = { ...process.env, ...environment }
  if (name === 'firefox') {
    return launch({
      browser: 'firefox',
      env,
      executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-US',
        'media.navigator.permission.disabled': true,
        'permissions.default.microphone': 1,
        'media.autoplay.default': 0,
      },
    })
  }
  return launch({
    browser: 'chrome',
    env,
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--mute-audio'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--lang=en-US',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
    ],
  })
}
