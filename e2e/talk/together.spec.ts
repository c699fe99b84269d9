import { axeFaults } from '../axe.ts'
import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use(microphone('question.wav'))

const speechIn = (upstream: { requests: readonly { path: string; json: unknown }[] }) =>
  upstream.requests
    .filter(({ path }) => path.endsWith('/audio/speech'))
    .map(({ json }) => json as { readonly input: string; readonly voice: string })

const call = (name: string, given: object) => ({
  text: '',
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(given) }],
})

test('another assistant is addressed by name, answers here with the context, and stays', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: 'In 753 BC.' }, { text: 'That is a legend.' }, { text: 'Romulus.' })
  await talk.open()
  await talk.ask('When was Rome founded?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await talk.ask('Tutor, what do you think?')
  await expect(talk.lastReply).toContainText('That is a legend.')
  await expect(talk.lastReply.getByText('Tutor', { exact: true })).toBeVisible()
  await expect(talk.replies.first().getByText('V', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assistant: Tutor' })).toBeVisible()
  const asked = upstream.requests.findLast(({ path }) => path.endsWith('/completions'))
  expect(JSON.stringify(asked?.json)).toContain(String.raw`[V said]\nIn 753 BC.`)
  await expect(talk.lastReply.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Assistant: Tutor' })).toBeVisible()
  await talk.ask('Who founded it?')
  await expect(talk.lastReply).toContainText('Romulus.')
  await expect(talk.lastReply.getByText('Tutor', { exact: true })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test('a round is spoken by two voices, each under its name', async ({ page, upstream, talk }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  upstream.scriptOnly('chat', { text: 'It is a little hard.' }, { text: 'It is not hard at all.' })
  await talk.open()
  await talk.ask('Tutor and Coder, is it hard?')
  const parts = talk.lastReply.locator('[data-speaker]')
  await expect(parts).toHaveCount(2)
  await expect(parts.first()).toContainText('TutorIt is a little hard.')
  await expect(parts.last()).toContainText('Coding AssistantIt is not hard at all.')
  // The state names the one that is heard, and the water has its color.
  await expect(talk.status).toContainText('Coding Assistant is speaking')
  await expect.poll(() => speechIn(upstream).length).toBe(2)
  // Both are requested at once: which of them arrives first is chance.
  const voices = new Map(speechIn(upstream).map(({ input, voice }) => [input, voice]))
  expect([...voices.keys()].toSorted()).toEqual(['It is a little hard.', 'It is not hard at all.'])
  expect(new Set(voices.values()).size).toBe(2)
})

test('an assistant asks another, whose first sentence and tools stand under its name', async ({
  upstream,
  talk,
}) => {
  upstream.scriptOnly(
    'chat',
    call('ask_agent', { agentId: 'v_agent', question: 'What is a tide?' }),
    call('calculate', { expression: '24 / 2' }),
    { text: 'The pull of the moon. It comes twice a day.' },
    { text: 'So it is the moon.' },
  )
  await talk.open()
  await talk.ask('Tutor, what is a tide?')
  await expect(talk.lastReply).toContainText('So it is the moon.')
  const parts = talk.lastReply.locator('[data-speaker]')
  await expect(parts.first()).toContainText('VThe pull of the moon.')
  await expect(parts.last()).toContainText('TutorSo it is the moon.')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  const steps = talk.lastReply.getByRole('list', { name: 'Tools used by Tutor' }).getByRole('listitem')
  await expect(steps).toHaveCount(2)
  await expect(steps.last()).toContainText('VCalculator')
})

test('the names of assistants are completed after an @, by keyboard and by press', async ({
  page,
  upstream,
  talk,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  upstream.scriptOnly('chat', { text: 'A legend.' })
  await talk.open()
  await talk.field.pressSequentially('Well, @')
  const list = page.getByRole('listbox', { name: 'Assistants that can answer here' })
  await expect(list.getByRole('option', { name: 'Diary' })).toHaveCount(0)
  // A locked one says what opens it, and is not put in.
  const locked = list.getByRole('option', { name: 'Nerf' })
  await expect(locked).toContainText('Log in to ask it')
  await locked.click({ force: true })
  await expect(talk.field).toHaveValue('Well, @')
  expect(await axeFaults(page)).toEqual([])
  await talk.field.press('Escape')
  await expect(list).toHaveCount(0)
  await talk.field.fill('')
  await talk.field.pressSequentially('@cod')
  await expect(list.getByRole('option')).toHaveCount(2)
  await talk.field.press('ArrowDown')
  const marked = list.getByRole('option', { selected: true })
  await expect(talk.field).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '')
  await talk.field.press('ArrowUp')
  await talk.field.press('Enter')
  await expect(talk.field).toHaveValue('@Coding Assistant ')
  await talk.field.pressSequentially('and @tu')
  await list.getByRole('option', { name: 'Tutor' }).click()
  await expect(talk.field).toHaveValue('@Coding Assistant and @Tutor ')
  await expect(talk.field).toBeFocused()
  await talk.field.pressSequentially('is that so?')
  await talk.field.press('Enter')
  await expect(talk.lastReply).toContainText('A legend.')
  await expect(talk.lastReply.getByText('Coding Assistant', { exact: true })).toBeVisible()
})

test('the list of assistants offers two plain choices: here, or a new conversation', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: 'In 753 BC.' }, { text: 'A legend.' })
  await talk.open()
  await talk.ask('When was Rome founded?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  const opener = page.getByRole('button', { name: 'Assistant: V' })
  await opener.click()
  await expect(page.getByRole('button', { name: 'Continue here with Diary' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue here with Tutor' }).click()
  await expect(talk.replies).toHaveCount(1)
  await talk.ask('Is that so?')
  await expect(talk.lastReply).toContainText('A legend.')
  await expect(talk.lastReply.getByText('Tutor', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Assistant: Tutor' }).click()
  await page
    .getByRole('button', { name: 'Talk to Nerf' })
    .or(page.getByRole('button', { name: 'Talk to System Designer' }))
    .first()
    .click()
  await expect(talk.replies).toHaveCount(0)
})

test('a spoken name is answered by that assistant, in its voice', async ({ upstream, talk }) => {
  upstream.scriptOnly('chat', { text: 'In 753 BC.' }, { text: 'That is a legend.' })
  upstream.scriptOnly(
    'transcription',
    { text: 'When was Rome founded?' },
    { text: 'Tutor, what do you think?' },
  )
  await talk.open()
  await talk.say()
  await talk.send.click()
  await expect(talk.lastReply).toContainText('In 753 BC.')
  await expect(talk.status).toContainText('Ready')
  await talk.say()
  await talk.send.click()
  await expect(talk.lastReply).toContainText('That is a legend.')
  await expect(talk.lastReply.getByText('Tutor', { exact: true })).toBeVisible()
  await expect.poll(() => speechIn(upstream).length).toBe(2)
  const [first, second] = speechIn(upstream)
  expect(first?.voice).not.toBe(second?.voice)
})
