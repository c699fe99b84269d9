import type { Upstream } from '../../fakes/upstream/index.ts'
import { expect, microphone } from '../test.ts'
import { test } from '../talk/talk-page.ts'

test.use(microphone('silence.wav'))

// X02 of README.md beside this file: the opening tag of the thoughts is part of the model's template.

const THOUGHTS = 'They want a greeting. Short is best, and it should be friendly.\n</think>\n\n'

/** Returns the texts for which a voice was requested. */
const spokenTexts = (upstream: Upstream): readonly string[] =>
  upstream.requests
    .filter(({ path }) => path.endsWith('/audio/speech'))
    .map(({ json }) => (json as { readonly input: string }).input)

test('thoughts without an opening tag are folded; their speech stops, and the next are not spoken at all', async ({
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: `${THOUGHTS}Good morning to you!`, piecesPerSecond: 3 })
  await talk.open()
  await talk.ask('Hello')
  await expect.poll(() => spokenTexts(upstream)).toContain('They want a greeting.')
  await expect.poll(() => spokenTexts(upstream)).toContain('Good morning to you!')
  // What sounds now is the reply, at its own place in the text.
  await expect(talk.spoken).toHaveText('Good morning to you!')
  const paragraphs = talk.lastReply.locator('p')
  await expect(paragraphs).toHaveText(['Good morning to you!'])
  await expect(talk.lastReply.locator('details')).toContainText('They want a greeting.')
  await expect(talk.status).not.toContainText('Speaking')

  const before = spokenTexts(upstream).length
  upstream.scriptOnly('chat', { text: `${THOUGHTS}Good evening to you!` })
  await talk.ask('Hello again')
  await expect(talk.lastReply.locator('p')).toHaveText(['Good evening to you!'])
  await expect(talk.lastReply.locator('details')).toContainText('They want a greeting.')
  await expect.poll(() => spokenTexts(upstream).slice(before)).toEqual(['Good evening to you!'])
})

test('a server that sends no text is not said to be silent', async ({ upstream, talk }) => {
  upstream.scriptOnly('chat', 'empty')
  await talk.open()
  await talk.mute()
  await talk.ask('Hello')
  await expect(talk.lastReply.getByRole('alert')).toContainText('The model sent no text.')
})
