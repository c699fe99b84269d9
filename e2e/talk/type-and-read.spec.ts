import { expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ isShared: true })

const EVERYTHING = `# A plan

Some **bold** words, \`code\`, and a [link](https://example.org/).

\`\`\`ts
const total: number = [1, 2].reduce((sum, value) => sum + value, 0)
\`\`\`

| Day | Task |
|---|---|
| Monday | Read |

The mean is $\\frac{a+b}{2}$.

\`\`\`mermaid
flowchart LR
  A[Ask] --> B[Answer]
\`\`\`

The end.
`

const LONG_COUNT =
  'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty.'

test.beforeEach(async ({ talk }) => {
  await talk.open()
  await talk.mute()
})

test('renders Markdown while it is streamed: code, table, formula, diagram', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: EVERYTHING, piecesPerSecond: 15 })
  await talk.ask('Make a plan')
  await expect(talk.status).toContainText('Responding')
  await expect(talk.lastReply.getByRole('heading', { name: 'A plan' })).toBeVisible()
  await expect(talk.lastReply).not.toContainText('The end.')

  await expect(talk.lastReply).toContainText('The end.')
  await expect(talk.lastReply.locator('strong')).toHaveText('bold')
  await expect(talk.lastReply.getByRole('link', { name: 'link' })).toHaveAttribute('rel', /noopener/)
  // A keyword has a distinct colour.
  await expect(talk.lastReply.locator('figure code span', { hasText: /^const$/ })).toBeVisible()
  await expect(talk.lastReply.getByRole('cell', { name: 'Monday' })).toBeVisible()
  await expect(talk.lastReply.locator('.katex .mfrac')).toBeVisible()
  await expect(talk.lastReply.getByRole('img', { name: /Diagram/ })).toBeVisible()
  await expect(talk.lastReply).not.toContainText('gpt-4o')
  await talk.lastReply.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Model and cost' }).click()
  await expect(talk.lastReply).toContainText('gpt-4o')

  // Rendered with the stylesheet of the same KaTeX: numerator and denominator are smaller than the text.
  const sizes = await talk.lastReply
    .locator('.katex-html')
    .evaluate((formula) =>
      [formula, formula.querySelector('.mfrac .mtight')].map(
        (part) => part && getComputedStyle(part).fontSize,
      ),
    )
  expect(Number.parseFloat(sizes[1] ?? '')).toBeLessThan(Number.parseFloat(sizes[0] ?? ''))
})

test('HTML in a reply is displayed as text, not executed', async ({ page, upstream, talk }) => {
  const attack = [
    '<script>document.title = "taken"</script>',
    '<img src="x" onerror="document.title = `taken`">',
    '<iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
    '[press me](javascript:document.title=1)',
    '```mermaid\nflowchart LR\n  A["<img src=x onerror=document.title=1>"] --> B\n  click A "javascript:document.title=1"\n```',
    '```mermaid\nflowchart LR\n  A["#60;img src=x onerror=document.title=1>"] -->|"&lt;img src=x onerror=document.title=1>"| B\n```',
    '$\\href{javascript:document.title=1}{x}$',
    'Done.',
  ].join('\n\n')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  // Only the policy would stop a handler that an element of the page has got.
  const refused: string[] = []
  await page.exposeFunction('reportRefused', (directive: string) => refused.push(directive))
  await page.evaluate(() => {
    const report = (globalThis as unknown as { readonly reportRefused: (directive: string) => void })
      .reportRefused
    document.addEventListener('securitypolicyviolation', (event) => report(event.effectiveDirective))
  })
  upstream.scriptOnly('chat', { text: attack })
  await talk.ask('Attack me')
  await expect(talk.lastReply).toContainText('Done.')
  await expect(talk.lastReply).toContainText('<script>')
  await expect(talk.lastReply.getByRole('img', { name: /Diagram/ })).toHaveCount(2)
  expect(refused).toEqual([])
  await expect(talk.lastReply.locator('script, iframe, [onerror], a[href^="javascript"]')).toHaveCount(0)
  await expect(talk.lastReply.locator('img[src="x"]')).toHaveCount(0)
  await expect(page).toHaveTitle(/Vee/)
  expect(dialogs).toEqual([])
})

test('stops a reply, preserves its text, regenerates', async ({ page, upstream, talk }) => {
  upstream.scriptOnly(
    'chat',
    { text: 'These words come before the stop and stay.', ending: 'hang', piecesBeforeEnding: 4 },
    { text: 'A better answer.' },
  )
  await talk.ask('Begin')
  await expect(talk.lastReply).toContainText('These words come before')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(talk.lastReply).toContainText('You stopped this reply.')
  await expect(talk.lastReply).toContainText('These words come before')
  await expect.poll(() => upstream.requests[0]?.isAborted).toBe(true)

  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(talk.lastReply).toContainText('A better answer.')
  await expect(talk.replies).toHaveCount(1)
  expect(asked(upstream)).toEqual(['Begin', 'Begin'])
})

test('edits the last message with ↑', async ({ upstream, talk }) => {
  await talk.ask('What is a tokn?')
  await expect(talk.lastReply).toContainText('You said: “What is a tokn?”')
  await talk.field.press('ArrowUp')
  await expect(talk.field).toHaveValue('What is a tokn?')
  await talk.field.fill('What is a token?')
  await talk.field.press('Enter')
  await expect(talk.lastReply).toContainText('You said: “What is a token?”')
  await expect(talk.questions).toHaveCount(1)
  await expect(talk.replies).toHaveCount(1)
  expect(asked(upstream)).toEqual(['What is a tokn?', 'What is a token?'])
})

test('copies a reply as Markdown', async ({ page, upstream, talk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  upstream.scriptOnly('chat', { text: 'Some **bold** words.' })
  await talk.ask('Write')
  await expect(talk.lastReply).toContainText('Some bold words.')
  await page.getByRole('button', { name: 'Copy reply' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Some **bold** words.')
})

test('a message typed during a reply is queued', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('chat', { text: LONG_COUNT, piecesPerSecond: 4 }, {})
  await talk.ask('Count')
  await expect(talk.lastReply).toContainText('One two')
  await talk.ask('And then?')
  await expect(page.getByText('Queued until this reply is finished')).toBeVisible()
  await expect(talk.field).toHaveValue('')
  expect(asked(upstream)).toEqual(['Count'])

  await expect(talk.replies).toHaveCount(2)
  await expect(talk.replies.first()).toContainText('nineteen twenty.')
  await expect(talk.lastReply).toContainText('You said: “And then?”')
  expect(asked(upstream)).toEqual(['Count', 'And then?'])
})
