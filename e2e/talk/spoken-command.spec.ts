import { expect, microphone } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

test('a spoken command is done at once, and is no message', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('transcription', { text: 'Louder.' }, { text: 'Switch to Nerf.' })
  await talk.open()
  await talk.say()
  const volume = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('vee.user-settings.v1.5.1') ?? '{}') as { ttsVolume?: number },
    )
  await expect.poll(async () => (await volume()).ttsVolume).toBe(1)
  await expect(talk.field).toHaveValue('')
  await talk.say()
  await expect(page.getByRole('button', { name: 'Assistant: Nerf' })).toBeVisible()
  expect(asked(upstream)).toEqual([])
})
