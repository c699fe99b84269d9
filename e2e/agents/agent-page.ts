import { readFile } from 'node:fs/promises'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import type { TalkPage } from '../talk/talk-page.ts'
import { expect, type Download, type Locator, type Page } from '../test.ts'

/** Opens the conversation with an agent as if it had been chosen before, and returns its own screen. */
export async function openAgent(page: Page, agentId: string, title: string): Promise<Locator> {
  await page.addInitScript((id) => {
    localStorage.setItem('vee.welcomed', 'true')
    if (localStorage.getItem('vee.user-settings.v1.5.1') !== null) return
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ currentAppMode: id, muted: true }))
  }, agentId)
  await page.goto('/en/')
  return page.getByRole('region', { name: title, exact: true })
}

/** Creates an account, signs in and opens the conversation, with speech disabled. */
export async function talkAsMember(page: Page, talk: TalkPage, url: string): Promise<void> {
  await makeAccount(url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await expect(talk.field).toBeVisible()
  await talk.mute()
}

/** Returns the content of a download. */
export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

/** Switches to another agent in the list of assistants. */
export async function talkTo(page: Page, agent: string): Promise<void> {
  await page.getByRole('button', { name: /^Assistant:/ }).click()
  await page.getByRole('button', { name: `Talk to ${agent}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(agent)
}
