import type { Upstream } from '../../fakes/upstream/index.ts'
import { openSpeech, type Speak } from '../speech-on-demand.ts'
import { expect, test as base, type Locator, type Page } from '../test.ts'

declare global {
  interface Window {
    /** every microphone track that the page ever opened */
    veeTracks: MediaStreamTrack[]
    /** time at which the last of them was opened, in milliseconds of performance.now() */
    veeMicrophoneAt: number
  }
}

/** End of speech in question.wav, in ms: half a second of silence, then the question. */
const QUESTION_ENDS_MS = 1_900

/** The conversation screen as seen by a user. */
export interface TalkPage {
  readonly microphone: Locator
  readonly field: Locator
  readonly send: Locator
  /** the state's name and the text next to it */
  readonly status: Locator
  readonly questions: Locator
  readonly replies: Locator
  readonly lastReply: Locator
  /** the sentence being spoken */
  readonly spoken: Locator
  /** the unspoken text */
  readonly unspoken: Locator
  readonly open: () => Promise<void>
  readonly ask: (text: string) => Promise<void>
  /** Presses its key, outside of the field. */
  readonly mute: () => Promise<void>
  /** Presses the microphone's button and waits until it records. */
  readonly press: () => Promise<void>
  readonly release: () => Promise<void>
  /** Waits until the microphone's file has reached the end of its speech. */
  readonly question: () => Promise<void>
  /** Holds the button during the question. */
  readonly say: () => Promise<void>
  /** Switches to another agent in the list. */
  readonly goTo: (agent: string) => Promise<void>
  /** returns the number of open microphone tracks */
  readonly openTracks: () => Promise<number>
}

function talkOn(page: Page): TalkPage {
  const microphone = page.getByRole('button', { name: /^Microphone/ })
  const field = page.getByRole('textbox', { name: /^Message/ })
  // Not the states of attached files and of the camera.
  const status = page.getByRole('region', { name: 'Talk to Vee' }).locator('output').last()
  const articles = page.getByRole('log').getByRole('article')
  const replies = articles
    .filter({ hasNot: page.getByText('You', { exact: true }) })
    .filter({ hasNot: page.locator('time') })
  const talk: TalkPage = {
    microphone,
    field,
    status,
    replies,
    send: page.getByRole('button', { name: 'Send', exact: true }),
    // The first word of a reply that is being written may be "You".
    questions: articles
      .filter({ has: page.getByText('You', { exact: true }).or(page.locator('time')) })
      .and(page.locator(':not([aria-busy=true])')),
    lastReply: replies.last(),
    spoken: page.getByRole('log').locator('mark'),
    unspoken: page.getByRole('log').locator('[data-unspoken]'),
    async open() {
      await page.goto('/en/')
      await expect(field).toBeVisible()
    },
    async ask(text) {
      await field.fill(text)
      await field.press('Enter')
    },
    async mute() {
      await field.blur()
      await page.keyboard.press('m')
    },
    async press() {
      await microphone.hover()
      await page.mouse.down()
      await expect(status).toContainText('Listening')
    },
    release: () => page.mouse.up(),
    async question() {
      await page.waitForFunction((ms) => performance.now() - window.veeMicrophoneAt > ms, QUESTION_ENDS_MS)
    },
    async say() {
      await talk.press()
      await talk.question()
      await talk.release()
    },
    async goTo(agent) {
      await page.getByRole('button', { name: /^Assistant: / }).click()
      await page.getByRole('button', { name: `Talk to ${agent}`, exact: true }).click()
    },
    openTracks: () =>
      page.evaluate(() => window.veeTracks.filter(({ readyState }) => readyState === 'live').length),
  }
  return talk
}

/** Returns the questions sent to the model's vendor. */
export function asked(upstream: Upstream): readonly string[] {
  return upstream.requests.filter(({ path }) => path.endsWith('/chat/completions')).map(({ said }) => said)
}

/** Sets the user's settings before the page opens. */
export async function choose(page: Page, settings: object): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ enableUiSounds: false, ...stored }))
  }, settings)
}

/** Records the tracks that the page opens, so that a test can check whether they were closed. */
async function watchMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.veeTracks = []
    const { mediaDevices } = navigator
    mediaDevices.getUserMedia = async (constraints) => {
      // Looked up at each call: `openSpeech` may have replaced it.
      const stream = await MediaDevices.prototype.getUserMedia.call(mediaDevices, constraints)
      window.veeTracks.push(...stream.getTracks())
      window.veeMicrophoneAt = performance.now()
      return stream
    }
  })
}

/** Returns the utterances stored in the browser. */
export const storedUtterances = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('vee-utterances')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const all = opened.result.transaction('utterances').objectStore('utterances').count()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    opened.result.close()
    return all.result
  })

/** Opens the conversation on a page created by the test. */
export async function talkAnew(page: Page): Promise<TalkPage> {
  await watchMicrophone(page)
  return talkOn(page)
}

interface TalkFixtures {
  readonly talk: TalkPage
  /** speaks into the page's microphone; without it, the browser's plays its file by itself */
  readonly speak: Speak
}

export const test = base.extend<TalkFixtures>({
  talk: async ({ page }, use) => {
    await watchMicrophone(page)
    await use(talkOn(page))
  },
  speak: async ({ page }, use) => use(await openSpeech(page)),
})
