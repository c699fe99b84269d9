import { startElevenLabs } from '../../fakes/elevenlabs/index.ts'
import { startUpstream } from '../../fakes/upstream/index.ts'
import { expect, type Page } from '../test.ts'
import { startVee } from '../vee.ts'
import { type TalkPage, test as base } from './talk-page.ts'

// A voice that knows when its words sound.

const REPLY = 'The lamp stands on the small table, and the garden lies behind the house, down by the road.'

const test = base.extend({
  house: async ({}, provide) => {
    const [upstream, voices] = await Promise.all([startUpstream(), startElevenLabs('key')])
    upstream.scriptOnly('chat', { text: REPLY })
    const vee = await startVee({
      OPENAI_API_KEY: 'sk-e2e',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      ELEVENLABS_API_KEY: 'key',
      ELEVENLABS_BASE_URL: voices.url,
      TTS_PROVIDERS: 'elevenlabs',
    })
    await provide({ upstream, vee })
    await vee.close()
    await voices.close()
    await upstream.close()
  },
})

interface MarkedWord {
  readonly text: string
  readonly outline: string
  /** of the block that it is in, in px */
  readonly height: number
}

declare global {
  interface Window {
    /** every word that was marked, in order */
    veeMarked: MarkedWord[]
  }
}

/** Records each marked word when it is drawn, since a busy machine is too late to look at it. */
async function watchMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.veeMarked = []
    new MutationObserver(() => {
      const word = document.querySelector('mark [data-word]')
      const text = word?.textContent ?? ''
      if (!word || text === '' || text === window.veeMarked.at(-1)?.text) return
      const { height } = word.closest('[data-block]')?.getBoundingClientRect() ?? { height: 0 }
      window.veeMarked.push({ text, outline: getComputedStyle(word).outlineStyle, height })
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Asks, and returns the words that were marked until the voice has ended. */
async function markedWords(page: Page, talk: TalkPage): Promise<readonly MarkedWord[]> {
  await watchMarks(page)
  await talk.open()
  await talk.ask('Where is it?')
  await expect
    .poll(() => page.evaluate(() => window.veeMarked.length), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await expect(talk.status).toContainText('Ready', { timeout: 60_000 })
  await expect(page.locator('mark')).toHaveCount(0)
  return await page.evaluate(() => window.veeMarked)
}

test('the word that is spoken is marked within its sentence, and moves no text', async ({ page, talk }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const marked = await markedWords(page, talk)
  // A busy page may skip some, but their order is that of the text.
  const words = REPLY.split(' ')
  expect(marked.length).toBeGreaterThan(3)
  let at = -1
  for (const { text } of marked) {
    at = words.indexOf(text.trim(), at + 1)
    expect(at).toBeGreaterThanOrEqual(0)
  }
  expect(new Set(marked.map(({ outline }) => outline))).toEqual(new Set(['solid']))
  expect(new Set(marked.map(({ height }) => height)).size).toBe(1)
})

test('with reduced motion only the sentence is marked', async ({ page, talk }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const marked = await markedWords(page, talk)
  expect(new Set(marked.map(({ outline }) => outline))).toEqual(new Set(['none']))
})
