import { startLiveModelService, type LiveModelService } from '../../fakes/live-model/index.ts'
import { openAiRealtime } from '../../fakes/live-model/openai.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { expect, type Page } from '../test.ts'
import { startVee, type Vee } from '../vee.ts'
import { choose, type TalkPage, test as base } from './talk-page.ts'

export const QUESTION = 'What is a token bucket?'
/** The words of the recording as a whole, transcribed by a turn. */
export const WHOLE = 'What is a token bucket, in a recording?'

export interface LiveHouse {
  readonly upstream: Upstream
  readonly vee: Vee
  readonly live: LiveModelService
}

/** Starts Vee with a model that listens and speaks by itself, at a fake vendor that speaks OpenAI's Realtime protocol. */
export async function withLiveHouse(use: (house: LiveHouse) => Promise<void>): Promise<void> {
  const upstream = await startUpstream()
  upstream.scriptOnly('transcription', { text: WHOLE })
  const live = await startLiveModelService(openAiRealtime({ apiKey: 'sk-live' }))
  const vee = await startVee({
    OPENAI_API_KEY: 'sk-e2e',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    LIVE_MODELS: 'openai:gpt-realtime-2.1-mini',
    LIVE_API_KEY: 'sk-live',
    LIVE_BASE_URL: `${live.url}/v1`,
    LIVE_ACCESS: 'everyone',
    LIVE_PRICE_PER_MINUTE_USD: '0.06',
  })
  await use({ upstream, vee, live })
  await vee.close()
  await live.close()
  await upstream.close()
}

export const liveTest = base.extend<{ readonly live: LiveModelService }>({
  house: ({}, provide) => withLiveHouse(provide),
  live: async ({ house }, provide) => provide((house as LiveHouse).live),
})

/** Opens the page with the mode Live, and starts a conversation. */
export async function startLive(page: Page, talk: TalkPage): Promise<void> {
  await choose(page, { audioInputMode: 'live', usesHeadphones: true })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('You can interrupt at any time')
}
