import { expect, microphone } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

test('a spoken command is executed at once, and is not a message', async ({ page, upstream, talk }) => {
  upstream.scriptOnly(
    'transcription',
    { text: 'Louder.' },
    { text: 'Switch to Nerf.' },
    { text: 'Switch to Tutor.' },
  )
  await talk.open()
  await talk.say()
  const volume = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('vee.user-settings.v1.5.1') ?? '{}') as { ttsVolume?: number },
    )
  await expect.poll(async () => (await volume()).ttsVolume).toBe(1)
  await expect(talk.field).toHaveValue('')
  // It succeeded, and its effect is not visible otherwise.
  await expect(talk.status).toContainText('Done')
  await expect(page.getByText('Volume: 100%')).toBeVisible()
  await talk.say()
  await expect(page.getByText('Log in to talk to Nerf')).toBeVisible()
  await talk.say()
  await expect(page.getByRole('button', { name: 'Assistant: Tutor' })).toBeVisible()
  expect(asked(upstream)).toEqual([])
})

test('the code of a reply is read with its brackets, and its absence is reported', async ({
  page,
  upstream,
  talk,
}) => {
  const said = () =>
    upstream.requests
      .filter(({ path }) => path.endsWith('/audio/speech'))
      .map(({ body }) => (JSON.parse(body.toString()) as { input: string }).input)
  upstream.scriptOnly('transcription', { text: 'Read the code.' })
  upstream.scriptOnly(
    'chat',
    { text: 'No code.' },
    { text: 'Look:\n```js\nlog(a[i](`<b>${x}*2*</b>`))\n```' },
  )
  await talk.open()
  await talk.ask('First')
  await expect(talk.lastReply).toContainText('No code.')
  await talk.say()
  await expect(page.getByText('There is no code in the last reply')).toBeVisible()
  await talk.ask('Second')
  await expect(talk.lastReply).toContainText('Look:')
  await talk.say()
  await expect.poll(said).toContain('log(a[i](`<b>${x}*2*</b>`)).')
})

test('a spoken command chooses the model, says so, and never reaches one', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly(
    'transcription',
    { text: 'Use the fast one.' },
    { text: 'Answer with Claude.' },
    { text: 'Use metric units.' },
  )
  await talk.open()
  await talk.say()
  await expect(page.getByText('gpt-4o-mini replies from now on')).toBeVisible()
  await expect
    .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/audio/speech')).length)
    .toBeGreaterThan(0)
  expect(asked(upstream)).toEqual([])
  await expect(page.getByRole('button', { name: 'Model: gpt-4o-mini' })).toBeVisible()

  await talk.say()
  await expect(page.getByText('There is no model called “claude”. Choose one.')).toBeVisible()
  const picker = page.getByRole('dialog', { name: 'Model' })
  await expect(picker.getByRole('button', { name: /^gpt-4o-mini/ })).toHaveAttribute('aria-pressed', 'true')
  await picker.getByRole('button', { name: /^Automatic/ }).click()
  await expect(picker).toBeHidden()
  expect(asked(upstream)).toEqual([])

  // The same words around something else are a message.
  await talk.say()
  await expect(talk.field).toHaveValue('Use metric units.')
  await talk.send.click()
  await expect(talk.lastReply).toContainText('You said')
  const question = upstream.requests.find(({ path }) => path.endsWith('/completions'))
  expect(question?.json).toMatchObject({ model: 'gpt-4o' })
})

test('by voice the last question is taken back, and the conversation says how it is called', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'Take that back.' }, { text: 'What was that called?' })
  upstream.scriptOnly('chat', { text: 'Rome is very old.' }, { text: 'Fish do swim.' })
  await talk.open()
  await talk.ask('How old is Rome?')
  await expect(talk.lastReply).toContainText('Rome is very old.')
  await talk.ask('Do fish swim?')
  await expect(talk.lastReply).toContainText('Fish do swim.')
  await talk.say()
  await expect(page.getByText('Taken back. It stays as another version.')).toBeVisible()
  await expect(talk.lastReply).toContainText('Rome is very old.')
  await expect(page.getByRole('log')).not.toContainText('Do fish swim?')
  await talk.say()
  await expect(page.getByText('It is called: How old is Rome?')).toBeVisible()
})
