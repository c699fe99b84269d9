import { axeFaults } from '../axe.ts'
import { ask } from '../shell/stage.ts'
import { callAs, personIn, tokenOf } from '../teams/people.ts'
import { expect, test } from '../test.ts'
import { startBedrock } from '../../fakes/bedrock/index.ts'
import { startGemini } from '../../fakes/gemini/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'

// From a server without any model to a chosen one: the host adds an endpoint, a visitor selects its model.

const KEY = 'sk-house-0123456789'
const CLAUDE = 'eu.anthropic.claude-sonnet-5-5-v1:0'
let upstream: Upstream
test.beforeEach(async () => {
  upstream = await startUpstream({ models: ['house-large', 'house-small'] })
})
test.afterEach(() => upstream.close())

test('the host adds an endpoint with a tested key, and a visitor chooses its model', async ({
  browser,
  vee,
  page,
}) => {
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/host')
  await host.getByRole('tab', { name: 'Setup' }).click()
  await host.getByRole('button', { name: 'Add endpoint' }).click()
  await host.getByRole('button', { name: 'Add endpoint' }).click()
  const form = host.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Service').selectOption('vLLM')
  await form.getByLabel('Address').fill('house')
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText('Enter an address that starts with http:// or https://.')).toBeVisible()
  await form.getByLabel('Address').fill(`${upstream.url}/v1`)
  await form.getByLabel('API key').fill(KEY)
  upstream.script({ refusal: { status: 401 } }, { text: 'Good day' })
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText('The key was not accepted. (HTTP 401)')).toBeVisible()
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(host.getByText('Endpoint saved')).toBeVisible()
  const endpoints = host.getByRole('list', { name: 'Endpoints' })
  await expect(endpoints.getByRole('listitem').filter({ hasText: 'vLLM' })).toContainText('Key saved')
  await host.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(host.getByText(/It works\. house-large replied after/)).toBeVisible()
  expect(await axeFaults(host, { within: '#content' })).toEqual([])

  await page.goto('/en')
  await page.getByRole('button', { name: 'Model: automatic' }).click()
  const picker = page.getByRole('dialog', { name: 'Model' })
  await expect(picker.getByText('Currently gpt-4o')).toBeVisible()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await picker.getByRole('button', { name: 'Add house-small to favorites' }).click()
  await expect(picker.getByRole('region', { name: 'Favorites' })).toContainText('house-small')
  await picker.getByRole('searchbox').fill('small')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  upstream.reset()
  await ask(page, 'Good morning')
  await expect.poll(() => upstream.requests.length).toBe(1)
  expect(upstream.requests[0]?.json).toMatchObject({ model: 'house-small' })

  // A key that the vendor revokes is shown to the host, until a reply succeeds.
  upstream.script({ refusal: { status: 401 } })
  await ask(page, 'Good evening')
  await expect(page.getByRole('log').getByText('No reply was received.')).toBeVisible()
  await host.reload()
  await host.getByRole('tab', { name: 'Models' }).click()
  await expect(host.getByText(/Its key has been rejected since/)).toBeVisible()
  expect(await axeFaults(host, { within: '#content' })).toEqual([])

  await page.reload()
  await expect(page.getByRole('button', { name: 'Model: house-small' })).toBeVisible()

  await host.getByRole('button', { name: 'Edit', exact: true }).click()
  const edited = host.getByRole('dialog')
  await edited.getByLabel('Available to').selectOption('Certain teams')
  await expect(edited.getByText('There are no teams on this server yet.')).toBeVisible()
  await edited.getByRole('button', { name: 'Test and save' }).click()
  await expect(edited.getByText('Choose at least one team.')).toBeVisible()
  await edited.getByLabel('Available to').selectOption('Everyone who is logged in')
  const token = await tokenOf(vee.url, 'hana@example.org')
  await callAs(vee.url, token)('POST', '/organizations', { name: 'Harbor' })
  await edited.getByLabel('Available to').selectOption('Certain teams')
  await edited.getByRole('checkbox', { name: 'Harbor' }).check()
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  upstream.script({ text: 'Good day' })
  await edited.getByRole('button', { name: 'Test and save' }).click()
  await expect(edited).toBeHidden()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await page.getByRole('button', { name: 'Model: house-small' }).click()
  await expect(picker.getByText('Log in to use it').first()).toBeVisible()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await picker.getByRole('button', { name: 'Log in', exact: true }).first().click()
  await expect(page).toHaveURL(/\/en\/login/)
})

test('the host adds Gemini, deployments of Azure and Amazon Bedrock, whose models reply', async ({
  browser,
  vee,
  page,
}) => {
  const gemini = await startGemini({ apiKey: KEY })
  const bedrock = await startBedrock({ models: [CLAUDE], apiKey: KEY })
  try {
    const host = await personIn(browser, vee.url, 'hana@example.org')
    await host.goto('/en/host')
    await host.getByRole('tab', { name: 'Setup' }).click()
    await host.getByRole('button', { name: 'Add endpoint' }).click()
    const form = host.getByRole('dialog', { name: 'Add endpoint' })
    const add = async (service: string, address: string, models: string) => {
      await host.getByRole('button', { name: 'Add endpoint' }).click()
      await form.getByLabel('Service').selectOption(service)
      await form.getByLabel('Address').fill(address)
      await form.getByLabel('API key').fill(KEY)
      await form.getByRole('textbox', { name: 'Models' }).fill(models)
      expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
      await form.getByRole('button', { name: 'Test and save' }).click()
      await expect(form).toBeHidden()
    }
    await add('Google Gemini', gemini.url, '')
    await add('Azure OpenAI', `${upstream.url}?api-version=2024-10-21`, 'our-deployment')
    expect((await upstream.arrival(1)).path).toBe('/openai/deployments/our-deployment/chat/completions')
    expect((await upstream.arrival(1)).headers).toMatchObject({ 'api-key': KEY })
    await add('Amazon Bedrock', bedrock.url, CLAUDE)
    expect((await bedrock.arrival(1)).path).toBe(`/model/${encodeURIComponent(CLAUDE)}/converse-stream`)

    await page.goto('/en')
    await page.getByRole('button', { name: 'Model: automatic' }).click()
    const picker = page.getByRole('dialog', { name: 'Model' })
    await expect(picker.getByRole('button', { name: /^our-deployment/ })).toBeVisible()
    await picker.getByRole('searchbox').fill('gemini')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    await page.getByRole('button', { name: 'Model: gemini-3.8-flash' }).click()
    await picker.getByRole('radio', { name: 'Low' }).check()
    await page.keyboard.press('Escape')
    gemini.script({ reasoning: 'They greet me.', text: 'Good morning.' })
    await ask(page, 'Hello')
    const reply = page.getByRole('log').getByRole('article').last()
    await expect(reply).toContainText('Good morning.')
    await reply.getByText('Reasoning', { exact: true }).click()
    await expect(reply.getByText('They greet me.')).toBeVisible()

    await page.getByRole('button', { name: 'Model: gemini-3.8-flash' }).click()
    await picker.getByRole('button', { name: /^eu\.anthropic\.claude/ }).click()
    bedrock.script({ text: 'Good evening.' })
    await ask(page, 'Hello again')
    await expect(page.getByRole('log').getByRole('article').last()).toContainText('Good evening.')
  } finally {
    await bedrock.close()
    await gemini.close()
  }
})

test.describe('a model that may reason', () => {
  test.use({ settings: { MODEL_PRIMARY: 'deepseek-r1' } })

  test('shows its reasoning folded, and reasons as long as a person chose', async ({
    page,
    upstream: vendor,
  }) => {
    await page.goto('/en')
    await page.getByRole('button', { name: 'Model: automatic' }).click()
    const picker = page.getByRole('dialog', { name: 'Model' })
    await picker.getByRole('radio', { name: 'Low' }).check()
    expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
    await page.keyboard.press('Escape')
    vendor.script({ reasoning: 'They want the meaning of a word.', text: 'It means harbor.' })
    await ask(page, 'What does it mean?')
    const reply = page.getByRole('log').getByRole('article').last()
    await expect(reply).toContainText('It means harbor.')
    // The last request may be the speech of that reply.
    const question = vendor.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
    expect(question?.json).toMatchObject({ reasoning_effort: 'low' })
    await expect(reply.getByText('They want the meaning of a word.')).toBeHidden()
    await reply.getByText('Reasoning', { exact: true }).click()
    await expect(reply.getByText('They want the meaning of a word.')).toBeVisible()
    expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])
    await page.reload()
    await expect(page.getByRole('log').getByText('Reasoning', { exact: true })).toBeVisible()
  })
})

test('the host corrects what is known about a model, and retires another one', async ({
  browser,
  vee,
  page,
}) => {
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/host#models')
  const catalog = host.getByRole('region', { name: 'Model catalog' })
  await catalog.getByRole('searchbox').fill('gpt-4o-mini')
  await catalog.getByRole('button', { name: 'Edit gpt-4o-mini' }).click()
  const form = host.getByRole('dialog', { name: 'gpt-4o-mini' })
  await form.getByLabel('Sees images').selectOption('No')
  await form.getByLabel('Tokens of context').fill('a lot')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a whole number, or leave this empty.')).toBeVisible()
  await form.getByLabel('Tokens of context').fill('64,000')
  await form.getByLabel('Price of input', { exact: true }).fill('0.5')
  await form.getByLabel('Price of output').fill('2')
  await form.getByLabel('Location').fill('Frankfurt')
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(catalog.getByRole('listitem')).toContainText(
    'Frankfurt · 64K tokens of context · $0.50 in, $2.00 out',
  )
  await expect(catalog.getByText('Edited')).toBeVisible()
  expect(await axeFaults(host, { within: '#content' })).toEqual([])

  await page.goto('/en')
  await page.getByRole('button', { name: 'Model: automatic' }).click()
  const picker = page.getByRole('dialog', { name: 'Model' })
  await expect(picker.getByRole('button', { name: /^gpt-4o-mini ?Frankfurt · 64K/ })).toBeVisible()

  await catalog.getByRole('button', { name: 'Edit gpt-4o-mini' }).click()
  await form.getByRole('checkbox', { name: 'Retired' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(catalog.getByText('Retired')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Model: automatic' }).click()
  await expect(picker.getByRole('button', { name: /^gpt-4o/ }).first()).toBeVisible()
  await expect(picker.getByRole('button', { name: /^gpt-4o-mini/ })).toBeHidden()
})

test("a model searches by its vendor's search: numbers, sources and Google's suggestions", async ({
  browser,
  vee,
}) => {
  const gemini = await startGemini({ models: ['gemini-3.8-flash'] })
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/host')
  await host.getByRole('tab', { name: 'Setup' }).click()
  await host.getByRole('button', { name: 'Add endpoint' }).click()
  await host.getByRole('button', { name: 'Add endpoint' }).click()
  const form = host.getByRole('dialog', { name: 'Add endpoint' })
  const choice = form.getByRole('checkbox', { name: 'Let the vendor’s models search the web' })
  // It is shown only where the vendor has a search.
  for (const [service, count] of [
    ['Ollama', 0],
    ['Mistral', 0],
    ['Azure OpenAI', 0],
    ['OpenAI', 1],
    ['Anthropic', 1],
    ['Google Gemini', 1],
  ] as const) {
    await form.getByLabel('Service').selectOption(service)
    await expect(choice).toHaveCount(count)
  }
  await choice.check()
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  await form.getByLabel('Address').fill(gemini.url)
  await form.getByLabel('API key').fill(KEY)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(host.getByText('Endpoint saved')).toBeVisible()

  const statement = 'The harbour was opened in 1903.'
  gemini.script({
    search: {
      query: 'harbour',
      pages: [{ url: 'https://harbour.invalid/', title: 'Harbour' }],
      statements: [{ text: statement, pages: [0] }],
      suggestions:
        '<style>a{border:1px solid;border-radius:1em;padding:8px}</style><a href="https://www.google.com/search?q=harbour">harbour opening</a>',
    },
  })
  await host.goto('/en')
  await host.getByRole('button', { name: 'Model: automatic' }).click()
  const picker = host.getByRole('dialog', { name: 'Model' })
  await picker.getByRole('searchbox').fill('gemini')
  await expect(picker.getByRole('button', { name: /^gemini/ }).first()).toBeVisible()
  await host.keyboard.press('ArrowDown')
  await host.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await ask(host, 'When was the harbour opened?')
  const reply = host.getByRole('log').getByRole('article').last()
  // The page cannot be read here: without a text to check, there is no number.
  await expect(reply).toContainText(statement)
  const suggestions = reply.frameLocator('iframe[title="Search suggestions from Google"]')
  const link = suggestions.getByRole('link', { name: 'harbour opening' })
  await expect(link).toBeVisible()
  const opened = host.waitForEvent('popup')
  await link.click()
  expect((await opened).url()).toMatch(/^(?:https:\/\/www\.google\.com\/|about:blank|chrome-error:)/)
  await host.bringToFront()
  // They stay with the reply.
  await host.reload()
  await expect(link).toBeVisible()
  await gemini.close()
})
