import type { Locator, Page } from '@playwright/test'
import { logInByEmail, makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { showConversations } from '../history/show-conversations.ts'
import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use(microphone('question.wav'))

const rows = (page: Page) => page.getByRole('log').getByRole('article')
const pagerIn = (row: Locator) => row.getByRole('group', { name: 'Versions of this message' })
const questionOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

const SCRIPT = [{ text: 'Eins.' }, { text: 'Zwei.' }, { text: 'Drei.' }, { text: 'Zwei, anders.' }] as const

/** Asks three questions, and edits the second one by keyboard. */
async function editInTheMiddle(
  page: Page,
  talk: { ask(text: string): Promise<unknown>; lastReply: Locator; field: Locator },
) {
  for (const [question, reply] of [
    ['One', 'Eins.'],
    ['Two', 'Zwei.'],
    ['Three', 'Drei.'],
  ] as const) {
    await talk.ask(question)
    await expect(talk.lastReply).toContainText(reply)
    await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  }
  await questionOf(page, 'Two').getByRole('button', { name: 'Edit this message' }).press('Enter')
  await expect(talk.field).toBeFocused()
  await expect(talk.field).toHaveValue('Two')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
}

/** Goes to both paths by keyboard. */
async function expectBothPaths(page: Page, lastReply: Locator): Promise<void> {
  await expect(rows(page)).toHaveCount(4)
  const pager = pagerIn(rows(page).nth(2))
  await expect(pager.getByRole('status')).toHaveText('2 of 2')
  await pager.getByRole('button', { name: 'Previous version' }).press('Enter')
  await expect(lastReply).toContainText('Drei.')
  await expect(rows(page)).toHaveCount(6)
  await expect(pager.getByRole('status')).toHaveText('1 of 2')
  await pager.getByRole('button', { name: 'Next version' }).press('Enter')
  await expect(lastReply).toContainText('Zwei, anders.')
  await expect(rows(page)).toHaveCount(4)
}

test('a question in the middle is edited, and both paths stay, by keyboard, pager, map and after a reload', async ({
  page,
  upstream,
  talk,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  upstream.scriptOnly('chat', ...SCRIPT)
  await talk.open()
  await editInTheMiddle(page, talk)
  const asked = upstream.requests.findLast(({ path }) => path.endsWith('/completions'))
  expect(JSON.stringify(asked?.json)).not.toContain('Drei.')
  await expectBothPaths(page, talk.lastReply)
  expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  await page.reload()
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  await expectBothPaths(page, talk.lastReply)

  await page.getByRole('button', { name: 'Branches' }).press('Enter')
  const map = page.getByRole('dialog', { name: 'Branches' })
  await expect(map.getByRole('button', { name: /Second/ })).toHaveAttribute('aria-current', 'true')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await map.getByRole('button', { name: /Two/ }).press('Enter')
  await expect(map).toBeHidden()
  await expect(talk.lastReply).toContainText('Drei.')

  // Deleting a path shows the other one, and undo brings it back.
  await questionOf(page, 'Two').getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete from here on' }).press('Enter')
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  await expect(pagerIn(rows(page).nth(2))).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(talk.lastReply).toContainText('Drei.')
})

test("a visitor's fork is a conversation of its own, and the one before stays in the list", async ({
  page,
  upstream,
  talk,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 })
  upstream.scriptOnly('chat', ...SCRIPT, { text: 'Vier.' })
  await talk.open()
  await editInTheMiddle(page, talk)
  await rows(page).nth(1).getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Continue in a new conversation' }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await talk.ask('Four')
  await expect(talk.lastReply).toContainText('Vier.')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()

  await page.reload()
  await expect(talk.lastReply).toContainText('Vier.')
  const pane = page.getByRole('region', { name: 'Conversations' })
  await expect(pane.getByRole('button', { name: /^One/ })).toHaveCount(2)
  await pane.locator('button:not([aria-current])', { hasText: /^One/ }).press('Enter')
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  await expectBothPaths(page, talk.lastReply)
  await pane.locator('button:not([aria-current])', { hasText: /^One/ }).press('Enter')
  await expect(talk.lastReply).toContainText('Vier.')

  // A search opens the one that is on no screen, at the words.
  await pane.getByRole('searchbox').fill('anders')
  await pane.getByRole('button', { name: /anders/ }).press('Enter')
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  await pane.getByRole('searchbox').fill('')

  // Both come along into an account.
  await makeAccount(new URL(page.url()).origin, 'vi@example.org')
  await logInByEmail(page, 'vi@example.org')
  await showConversations(page)
  await expect(pane.getByRole('button', { name: /^One/ })).toHaveCount(2)
})

const LENGTH = 500

/** Stores a conversation of 500 messages, as an earlier visit of this tab would have. */
async function keepLongTalk(page: Page): Promise<void> {
  await page.addInitScript((length) => {
    if (sessionStorage.getItem('vee.conversation.v_agent') !== null) return
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
    const messageIds = Array.from({ length }, (_, index) => `m${index}`)
    for (const [index, id] of messageIds.entries()) {
      const at = new Date(Date.UTC(2026, 10, 1) + index * 1_000).toISOString()
      const own =
        index % 2 === 0
          ? { role: 'user', isSpoken: false, text: `A question about topic${String(index).padStart(3, '0')}` }
          : {
              role: 'assistant',
              agentId: 'v_agent',
              text: `Reply ${index}`,
              state: { kind: 'complete', finishReason: 'stop' },
              lastEventId: 3,
            }
      sessionStorage.setItem(`vee.message.${id}`, JSON.stringify({ id, at, ...own }))
    }
    sessionStorage.setItem(
      'vee.conversation.v_agent',
      JSON.stringify({ conversationId: 'conv-v_agent-1-long', messageIds }),
    )
  }, LENGTH)
}

test.describe('of 500 messages', () => {
  for (const index of [0, 250, LENGTH - 2])
    test(`number ${index + 1} is edited, and both paths are reached by keyboard, pager and voice`, async ({
      page,
      upstream,
      talk,
    }) => {
      const topic = `topic${String(index).padStart(3, '0')}`
      await keepLongTalk(page)
      upstream.scriptOnly('chat', { text: 'Another reply.' })
      upstream.scriptOnly('transcription', { text: `Go back to where we spoke of ${topic}.` })
      await talk.open()
      await expect(rows(page).last()).toContainText('Reply 499')
      const question = rows(page).filter({ hasText: topic })
      await page.getByRole('region', { name: 'Conversation' }).hover()
      const isAbove = async () => {
        const shown = await rows(page).filter({ hasText: /topic/ }).first().textContent()
        return Number(/topic(\d+)/.exec(shown ?? '')?.[1]) > index
      }
      await expect(async () => {
        await page.mouse.wheel(0, (await isAbove()) ? -1_500 : 150)
        await question.getByRole('button', { name: 'Edit this message' }).press('Enter', { timeout: 500 })
        await expect(talk.field).toBeFocused({ timeout: 500 })
      }).toPass({ intervals: [50] })
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Asked differently')
      await page.keyboard.press('Enter')
      await expect(talk.lastReply).toContainText('Another reply.')
      await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()

      const pager = pagerIn(
        rows(page)
          .filter({ hasText: /Asked differently|topic/ })
          .last(),
      )
      await expect(pager.getByRole('status')).toHaveText('2 of 2')
      await pager.getByRole('button', { name: 'Previous version' }).press('Enter')
      await expect(rows(page).filter({ hasText: 'Asked differently' })).toHaveCount(0)
      // The pager stays in view, with the focus.
      await expect(pagerIn(question).getByRole('button', { name: 'Previous version' })).toBeFocused()
      await pagerIn(question).getByRole('button', { name: 'Next version' }).press('Enter')
      await expect(talk.lastReply).toContainText('Another reply.')

      await talk.say()
      await expect(talk.lastReply).toContainText(`Reply ${index + 1}`)
      await expect(rows(page).filter({ hasText: 'Asked differently' })).toHaveCount(0)
    })
})

test("a member's paths are on the server, and a fork is a conversation of its own", async ({
  page,
  upstream,
  vee,
  talk,
}) => {
  await makeAccount(vee.url, 'ann@example.org')
  await page.goto('/en/login')
  const personal = page.locator('form', { has: page.getByLabel('Email') })
  await personal.getByLabel('Email').fill('ann@example.org')
  await personal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await personal.getByLabel('Password', { exact: true }).press('Enter')
  await expect(talk.field).toBeVisible()
  upstream.scriptOnly('chat', ...SCRIPT)
  await editInTheMiddle(page, talk)
  await expectBothPaths(page, talk.lastReply)

  await page.reload()
  await expect(talk.lastReply).toContainText('Zwei, anders.')
  // What the server alone knows is loaded from there.
  await expectBothPaths(page, talk.lastReply)

  await rows(page).nth(1).getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Continue in a new conversation' }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expect(talk.lastReply).toContainText('Eins.')
  await expect(page.getByRole('button', { name: 'Branches' })).toHaveCount(0)

  await rows(page).nth(1).getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete message' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(2)
})
