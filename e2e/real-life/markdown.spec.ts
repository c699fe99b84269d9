import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { expect, microphone } from '../test.ts'
import { choose, test, type TalkPage } from '../talk/talk-page.ts'

test.use(microphone('silence.wav'))

// Replies of public reports (README.md beside this file), as models write them.

const input = (name: string) => readFileSync(join(import.meta.dirname, 'inputs', name), 'utf8')

/** Has the model answer with that file, and returns the reply when it is complete. */
async function reply(talk: TalkPage, upstream: Upstream, markdown: string) {
  const count = await talk.replies.count()
  upstream.scriptOnly('chat', { text: markdown })
  await talk.ask(`Question ${count + 1}`)
  await expect(talk.replies).toHaveCount(count + 1)
  await expect(talk.lastReply.getByRole('button', { name: /Regenerate|Read aloud/ }).first()).toBeVisible()
  return talk.lastReply
}

test('X25, X27 and X29: emphasis, addresses, nested fences, line breaks in cells, directions', async ({
  upstream,
  talk,
}) => {
  await talk.open()
  await talk.mute()

  const cjk = await reply(talk, upstream, input('x25-cjk-emphasis.md'))
  await expect(cjk.locator('strong')).toHaveText(['「青い門」', '周四下午。', '提示：', '회의(Meeting)'])
  await expect(cjk.locator('del')).toHaveText('旧价（含税）。')
  await expect(cjk.locator('a')).toHaveAttribute('href', 'https://example.org/guide')
  await expect(cjk.getByText('次に進みます。')).toBeVisible()

  const fence = await reply(talk, upstream, input('x27-nested-fence.md'))
  await expect(fence.locator('pre')).toHaveCount(1)
  await expect(fence.locator('pre')).toContainText('Let it cool.')
  await expect(fence.locator('p').last()).toHaveText('Enjoy it.')
  const cell = (await reply(talk, upstream, input('x27b-break-in-table.md'))).locator('td').last()
  await expect(cell).toHaveText('Breadand tea')
  await expect(cell.locator('br')).toHaveCount(1)

  const mixed = await reply(talk, upstream, `${input('x29-mixed-directions.md')}\n- نعم\n- yes\n\n# عنوان\n`)
  const directions = await mixed
    .locator('p, li, h1')
    .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).direction))
  expect(directions).toEqual(['ltr', 'rtl', 'ltr', 'rtl', 'ltr', 'rtl'])
})

test('X12: marks of sources and entities are seen and not heard', async ({ upstream, talk }) => {
  await talk.open()
  upstream.scriptOnly('chat', { text: `${input('x12-citation-markers.md')}\n${input('x12b-entities.md')}` })
  await talk.ask('Tell me')
  const spoken = () =>
    upstream.requests
      .filter(({ path }) => path.endsWith('/audio/speech'))
      .map(({ json }) => (json as { readonly input: string }).input)
      .join(' ')
  await expect.poll(spoken, { timeout: 30_000 }).toContain('for €3')
  // Sentences are synthesized at once: their order is that of the voice, not of the requests.
  expect(spoken()).toContain('Sales grew by 4 percent.')
  expect(spoken()).toContain('Costs fell to 20 in May, as reports say.')
  expect(spoken()).toContain('Tea – hot — at the café, for €3 …')
  await expect(talk.lastReply).toContainText('Sales grew by 4 percent [1].')
})

test('X28: the line of the log keeps dollars and asterisks, also those of a person', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { ephemeralLogMaxCompact: 5 })
  await talk.open()
  await talk.mute()
  const long = '\n\nA long paragraph of text follows here.'.repeat(40)
  upstream.scriptOnly('chat', { text: input('x28-prices.md') + long })
  await talk.ask('Is $5 more than 2*3?')
  await expect(talk.lastReply.locator('strong')).toHaveText('$2.40')
  await reply(talk, upstream, `Another one.${long}`)
  const lines = page.getByRole('region', { name: 'Recent messages' })
  await lines.getByRole('button', { name: 'Show more messages' }).click()
  await expect(lines).toContainText('A pencil is $2.40, a pen $7.10, and 2*3*4 boxes fit on a shelf.')
  await expect(lines).toContainText('Is $5 more than 2*3?')
})
