// Measures several assistants in one conversation, in real Chromium: from Enter to the first audible sample of an assistant
// that is addressed by name, compared to the same question to the one that is there; and the silence between the voices of a
// round. Takes about a minute.
import type { Page } from '@playwright/test'
import { tapOutput } from '../e2e/output-tap.ts'
import { launchChromium } from './browser.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'

const TURNS = 5
/** Number of initial turns, which load the worklets and open the connections. */
const WARM_UP = 2
/** Silence after which all voices have ended, in ms. */
const OVER_MS = 700
/** The tap joins sounds that are closer, in ms. */
const JOINED_MS = 60
/** Each has one sentence, which is spoken at once. */
const REPLY = 'It is a little hard to say.'

const lengthOf = ({ from, to }: { readonly from: number; readonly to: number }) => to - from

/** Asks by keyboard; resolves with the sounds of the reply, as times after Enter in ms. */
async function ask(page: Page, question: string): Promise<readonly { from: number; to: number }[]> {
  const before = await page.evaluate(() => window.veeOutput.length)
  const field = page.getByRole('textbox', { name: /^Message/ })
  await field.fill(question)
  await field.press('Enter')
  const sounds = await page.waitForFunction(
    ({ start, overMs }) => {
      const since = window.veeOutput.slice(start)
      const last = since.at(-1)
      if (!last || performance.now() - last.to < overMs) return undefined
      const pressedAt = window.veePresses.at(-1) ?? Number.NaN
      return since.map(({ from, to }) => ({ from: from - pressedAt, to: to - pressedAt }))
    },
    { start: before, overMs: OVER_MS },
    { polling: 20 },
  )
  return (await sounds.jsonValue()) ?? []
}

const upstream = await startUpstreamProcess('--reply', REPLY)
const vee = await startVeeBefore(upstream)
const browser = await launchChromium('--autoplay-policy=no-user-gesture-required')
const usual: number[] = []
const addressed: number[] = []
const gaps: number[] = []
try {
  const page = await (await browser.newContext()).newPage()
  await tapOutput(page)
  await page.addInitScript(() =>
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ enableUiSounds: false })),
  )
  await page.goto(`${vee.url}/en/`)
  for (let turn = 0; turn < TURNS + WARM_UP; turn += 1) {
    const [same] = await ask(page, 'Is it hard?')
    // The one that ends a round is there; the other one is addressed.
    const [other] = await ask(page, 'Tutor, is it hard?')
    const sounds = await ask(page, 'Tutor and Coder, is it hard?')
    if (turn < WARM_UP || !same || !other) continue
    usual.push(same.from)
    addressed.push(other.from)
    const [first, second] = sounds
    const spokenMs = sounds.reduce((sum, sound) => sum + lengthOf(sound), 0)
    if (spokenMs < 1.5 * lengthOf(same)) throw new Error('only one of two was heard')
    gaps.push(first && second ? second.from - first.to : JOINED_MS)
  }
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}

const baseline = { name: 'the one that is there', value: quantile(usual, 0.5) }
const value = quantile(addressed, 0.5)
report({ name: 'an addressed one: Enter to first sound, p50', unit: 'ms', value, baseline })
report({
  name: 'beyond the one that is there, p50',
  unit: 'ms',
  value: value - baseline.value,
  limit: { value: 200 },
})
report({
  name: `silence between two voices of a round, p50 (${JOINED_MS}: at most)`,
  unit: 'ms',
  value: quantile(gaps, 0.5),
  limit: { value: 150 },
})
report({ name: 'silence between two voices of a round, longest', unit: 'ms', value: Math.max(...gaps) })
