import { SPEECH_LINES_TYPE, speechLine } from '@vee/contract/http/speech'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLiveModelCatalogue } from '#domain/voice/live-model/index.ts'
import { createSpeech } from '#domain/voice/speech/index.ts'
import { startElevenLabs } from '../../../fakes/elevenlabs/index.ts'
import { serveRoutes, type MountedRoutes } from '../../../fakes/mounted-routes.ts'
import { createOpenLedger, noOwnKeys } from '../../../fakes/open-ledger.ts'
import type { VendorServer } from '../../../fakes/serve-requests.ts'
import { speechRegistryOf } from '../../../fakes/speech-registry.ts'
import { speechRoutes } from './speech.ts'

let vendor: VendorServer
let mounted: MountedRoutes
beforeEach(async () => {
  vendor = await startElevenLabs('key')
  const providers = speechRegistryOf({
    ELEVENLABS_API_KEY: 'key',
    ELEVENLABS_BASE_URL: vendor.url,
    TTS_PROVIDERS: 'elevenlabs',
  })
  const ledger = createOpenLedger()
  mounted = await serveRoutes(
    speechRoutes(
      createSpeech({ ...providers, ledger, ownSpeech: noOwnKeys.ownSpeech }),
      createLiveModelCatalogue({ models: [], access: 'members', maxSeconds: 60, ledger }),
    ),
  )
})
afterEach(async () => {
  await mounted.close()
  await vendor.close()
})

const speak = (more: object) =>
  fetch(`${mounted.api}/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: '  Good morning, all', format: 'pcm', language: 'en', ...more }),
  })

it('sends words with their times and audio as lines on request', async () => {
  const response = await speak({ wordTimes: true })
  expect(response.headers.get('content-type')).toContain(SPEECH_LINES_TYPE)
  expect(response.headers.get('x-tts-provider')).toBe('elevenlabs')
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => speechLine.parse(JSON.parse(line)))
  const words = lines.flatMap((line) => ('words' in line ? line.words : []))
  // Places are those in the text of the request.
  expect(words.map(({ start, end }) => '  Good morning, all'.slice(start, end))).toEqual([
    'Good',
    'morning,',
    'all',
  ])
  const audio = Buffer.concat(
    lines.flatMap((line) => ('audio' in line ? [Buffer.from(line.audio, 'base64')] : [])),
  )
  const whole = Buffer.from(await (await speak({})).arrayBuffer())
  expect(audio.equals(whole)).toBe(true)
})

it('sends the audio alone to those who do not ask', async () => {
  const response = await speak({})
  expect(response.headers.get('content-type')).toBe('audio/pcm')
  expect(vendor.requests.at(-1)?.path).toMatch(/\/stream$/)
})

it('lists which voices know the times of their words', async () => {
  const { voices } = (await (await fetch(`${mounted.api}/tts/voices`)).json()) as { voices: object[] }
  expect(voices[0]).toMatchObject({ provider: 'elevenlabs', hasWordTimes: true, gender: 'female' })
})
