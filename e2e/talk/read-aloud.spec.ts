import { heard } from '../output-tap.ts'
import { expect, microphone, type Page } from '../test.ts'
import { choose, test } from './talk-page.ts'

declare global {
  interface Window {
    /** calls of browser APIs besides speech, in order */
    veeAsked: string[]
    /** handlers of the page for headset keys */
    veeKeys: Map<string, MediaSessionActionHandler | null>
  }
}

// Allows audio without a gesture, as browsers do for frequently used pages.
test.use({ ...microphone('silence.wav'), isShared: true })

// Long enough for a slow machine to perform the test's actions meanwhile, and without commas, where speech may be split.
const FIRST = 'First of all there is the house with its stairs.'
const SECOND = 'The second sentence comes right after it and names the street.'
const LAST =
  'The third one ends the reply, and it takes its time about it: it names one thing after another, a lamp, a table, a chair by the window, the garden behind it, a path, a gate, and a road to the sea.'
const REPLY = `${FIRST} ${SECOND} ${LAST}`

/** Records calls of browser APIs besides speech; a headless browser has no headset, screen or loudspeaker. */
async function watchBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.veeAsked = []
    window.veeKeys = new Map()
    navigator.mediaSession.setActionHandler = (action, handler) => void window.veeKeys.set(action, handler)
    const { veeAsked } = window
    const lock = (type: string) => ({
      release: () => {
        veeAsked.push(`${type} off`)
        return Promise.resolve()
      },
    })
    const wakeLock = {
      request: (type: string) => {
        veeAsked.push(`${type} on`)
        return Promise.resolve(lock(type))
      },
    }
    Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
    const outputs = ['default', 'desk'].map((deviceId) => ({ kind: 'audiooutput', deviceId }))
    Object.assign(navigator.mediaDevices, { enumerateDevices: () => Promise.resolve(outputs) })
    Object.assign(AudioContext.prototype, {
      setSinkId: (id: string) => {
        veeAsked.push(`out of ${id}`)
        return Promise.resolve()
      },
    })
    window.Audio = class extends Audio {
      constructor(address?: string) {
        super(address)
        for (const name of ['play', 'pause'])
          this.addEventListener(name, () => veeAsked.push(`element ${name}`))
      }
    }
  })
}

test.beforeEach(async ({ page, upstream, talk }) => {
  await choose(page, { selectedAudioOutputDeviceId: 'desk' })
  await watchBrowser(page)
  upstream.scriptOnly('chat', { text: REPLY })
  await talk.open()
  await talk.ask('Tell me three things')
  await expect(talk.spoken).toHaveText(SECOND)
})

const control = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Read-aloud player' }).getByRole('button', { name, exact: true })

test('a reply is paused, resumed, restarted and sped up', async ({ page, talk }) => {
  await control(page, 'Pause').click()
  await expect(talk.status).toContainText('Paused')
  const sounded = (await heard(page)).at(-1)?.to
  await expect(talk.spoken).toHaveText(SECOND)
  // The usual speed is not worth a control.
  await expect(control(page, 'Speed: 1.2×')).toHaveCount(0)
  expect((await heard(page)).at(-1)?.to).toBe(sounded)
  await control(page, 'Resume').click()
  await expect(talk.spoken).toHaveText(LAST)

  await control(page, 'Restart').click()
  await expect(talk.spoken).toHaveText(FIRST)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByText('Voice controls').click()
  await menu.getByRole('slider', { name: 'Speed' }).fill('1')
  // Esc would stop the voice.
  await page.mouse.click(5, 400)
  await expect(menu).toHaveCount(0)
  await control(page, 'Speed: 1×').click()
  await expect(control(page, 'Speed: 1.2×')).toBeVisible()
  await page.getByRole('slider', { name: 'Position in the reply' }).fill('60')
  await expect(talk.spoken).toHaveText(/third one ends the reply/)
})

test('a replayed reply is controlled by keys and dragging, and paused', async ({ page, talk }) => {
  const back = control(page, 'Previous sentence')
  await control(page, 'Restart').click()
  await expect(talk.spoken).toHaveText(FIRST)
  await control(page, 'Next sentence').focus()
  await page.keyboard.press('Enter')
  await expect(talk.spoken).toHaveText(SECOND)
  await expect(control(page, 'Next sentence')).toBeFocused()
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(talk.spoken).toHaveText(FIRST)
  await expect(back).toBeFocused()

  const slider = await page.getByRole('slider', { name: 'Position in the reply' }).boundingBox()
  if (!slider) throw new Error('there is no slider')
  const { x, y, width, height } = slider
  await page.mouse.move(x + 10, y + height / 2)
  await page.mouse.down()
  for (const share of [0.2, 0.4, 0.6]) await page.mouse.move(x + width * share, y + height / 2)
  await page.mouse.up()
  await expect(talk.spoken).toHaveText(/third one ends the reply/)

  await control(page, 'Pause').click()
  await expect(talk.status).toContainText('Paused')
  await control(page, 'Resume').click()
  await expect(talk.status).toContainText('Speaking')
})

test('a reply being generated can be paused, and seeks to another position when it is complete', async ({
  page,
  upstream,
  talk,
}) => {
  await expect(talk.spoken).toHaveText(LAST)
  upstream.scriptOnly('chat', { text: REPLY, piecesPerSecond: 8 })
  await talk.ask('Once more, slowly')
  await expect(talk.spoken).toHaveText(FIRST)
  await expect(control(page, 'Pause')).toBeEnabled()
  await expect(control(page, 'Restart')).toBeDisabled()
  await expect(talk.spoken).toHaveText(SECOND)
  await expect(control(page, 'Restart')).toBeEnabled({ timeout: 30_000 })
})

test('headset keys control speech, which uses the chosen loudspeaker with the screen on', async ({
  page,
  talk,
}) => {
  const asked = () => page.evaluate(() => window.veeAsked)
  const press = (key: string) =>
    page.evaluate((action) => window.veeKeys.get(action)?.({ action: action as MediaSessionAction }), key)
  await expect.poll(asked).toEqual(expect.arrayContaining(['out of desk', 'screen on', 'element play']))
  // Keys are sent to pages that play an element that is neither muted nor as short as a notification's.
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing')
  await press('pause')
  await expect(talk.status).toContainText('Paused')
  await expect.poll(asked).toEqual(expect.arrayContaining(['element pause', 'screen off']))
  await press('play')
  await expect(talk.spoken).toHaveText(LAST)
  await press('stop')
  await expect(talk.status).toContainText('Ready')
  expect(await page.evaluate(() => [...window.veeKeys.values()])).toEqual([null, null, null])
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('none')
})

test('an unplugged loudspeaker is replaced by the default, and speech continues', async ({ page, talk }) => {
  await page.evaluate(() => {
    const left = [{ kind: 'audiooutput', deviceId: 'default', label: 'Default', groupId: '' }]
    Object.assign(navigator.mediaDevices, { enumerateDevices: () => Promise.resolve(left) })
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await expect.poll(() => page.evaluate(() => window.veeAsked)).toContain('out of ')
  await expect(talk.spoken).toHaveText(LAST)
  await expect(talk.status).toContainText('Speaking')
})

test('speech resumes after a reload, from the interrupted sentence', async ({ page, talk }) => {
  await page.reload()
  await expect(talk.status).toContainText('Speaking')
  await expect(talk.spoken).toHaveText(SECOND)
  await expect(talk.spoken).toHaveText(LAST)
})

test('one tab speaks at a time: another one that speaks pauses this one', async ({ page, context, talk }) => {
  const other = await context.newPage()
  await other.goto('/en/')
  await other.getByRole('textbox', { name: /^Message/ }).fill('Tell me three things')
  await other.keyboard.press('Enter')
  await expect(talk.status).toContainText('Paused')
  await other.close()
  await page.bringToFront()
  await control(page, 'Resume').click()
  await expect(talk.spoken).toHaveText(LAST)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download audio' }).click()
  // The fake vendor has no encoder: it answers WAV to a request for MP3, and the file is named by its content.
  expect((await download).suggestedFilename()).toMatch(/^vee-.*\.wav$/)
})

test('a reply is shown and spoken even if the code of its playback controls cannot be loaded yet', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: 'A token bucket limits how often something may happen.' })
  const texts = /\/assets\/lazy-[^/]*\.js$/
  let refused = 0
  await page.route(texts, (route) => {
    refused += 1
    return route.abort()
  })
  await talk.open()
  await talk.ask('What is a token bucket?')
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect(talk.microphone).toBeVisible()
  await expect(talk.lastReply).toContainText('how often something may happen.')
  await page.unroute(texts)
  await talk.lastReply.getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByLabel('Read-aloud player')).toBeVisible()
})
