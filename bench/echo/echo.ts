// Measures whether Vee interrupts itself when the microphone picks up the loudspeaker: real Chromium, with
// playback and recording in a virtual room of PulseAudio (sound-room.ts), hands-free. `npm run echo`.
import { chromium, type Browser, type Page } from '@playwright/test'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { startVee, type Vee } from '../../e2e/vee.ts'
import { report } from '../report.ts'
import { openSoundRoom } from './sound-room.ts'

const REPLY =
  'A token bucket limits how often something may happen. Each call takes one token out of the bucket. When it is empty, whoever comes has to wait. It fills up again at a steady pace, and no further than its brim.'
/** Attenuation of the echo, dB. */
const ECHOES = [0, -12]
const QUESTIONS = ['What is a token bucket?', 'Say it again.', 'And once more.']
const LIMIT_MS = 60_000

async function choose(page: Page, voiceId: string): Promise<void> {
  await page.addInitScript((voice) => {
    localStorage.setItem(
      'vee.user-settings.v1.5.1',
      JSON.stringify({
        audioInputMode: 'continuous',
        enableUiSounds: false,
        selectedTtsVoiceId: voice,
        continuous: { listenDuringResponse: true },
      }),
    )
  }, voiceId)
}

/** Plays several replies; returns the number of questions that were caused by echo. */
async function talkIn(browser: Browser, vee: Vee, upstream: Upstream, voiceId: string): Promise<number> {
  upstream.reset()
  upstream.scriptOnly('chat', { text: REPLY })
  const page = await (await browser.newContext({ permissions: ['microphone'] })).newPage()
  try {
    await choose(page, voiceId)
    await page.goto(`${vee.url}/en/`)
    await page.getByRole('button', { name: /^Microphone/ }).click()
    const status = page.getByRole('region', { name: 'Talk to Vee' }).getByRole('status').last()
    await status.filter({ hasText: 'Listening' }).waitFor()
    const field = page.getByRole('textbox', { name: /^Message/ })
    for (const question of QUESTIONS) {
      await field.fill(question)
      await field.press('Enter')
      await status.filter({ hasText: 'Speaking' }).waitFor({ timeout: LIMIT_MS })
      await status.filter({ hasText: 'Just talk' }).waitFor({ timeout: LIMIT_MS })
    }
    return upstream.requests.filter(({ said }) => said !== '').length - QUESTIONS.length
  } finally {
    await page.close()
  }
}

const room = await openSoundRoom()
const upstream = await startUpstream()
const vee = await startVee({ OPENAI_API_KEY: 'sk-echo', OPENAI_BASE_URL: `${upstream.url}/v1` })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  ignoreDefaultArgs: ['--mute-audio'],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
  ],
  env: { ...process.env, ...room.environment },
})
try {
  const list = (await (await fetch(`${vee.url}/api/tts/voices`)).json()) as {
    readonly voices: readonly { readonly id: string; readonly provider: string; readonly lang: string }[]
  }
  // espeak-ng if available, because it resembles a human voice most; otherwise the fake vendor's.
  const voice =
    list.voices.find(({ provider, lang }) => provider === 'espeak' && lang.startsWith('en'))?.id ?? ''
  for (const decibels of ECHOES) {
    await room.hear(decibels)
    const times = await talkIn(browser, vee, upstream, voice)
    report({
      name: `echo at ${decibels} dB: interrupted itself`,
      unit: 'times',
      value: times,
      limit: { value: 0 },
    })
  }
} finally {
  await browser.close()
  await vee.close()
  await upstream.close()
  await room.close()
}
