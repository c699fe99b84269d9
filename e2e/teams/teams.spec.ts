import { axeFaults } from '../axe.ts'
import { PASSWORD } from '../accounts/sign-up.ts'
import { expect, test } from '../test.ts'
import { foundTeam, inviteLink, logIn, openTeams, personIn, visitorIn } from './people.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

test("two users share a team, and each sees the other's changes at once", async ({ browser, vee }) => {
  const ann = await personIn(browser, vee.url, ANN)
  const hers = await openTeams(ann)
  await expect(hers.getByRole('heading', { name: 'No teams yet' })).toBeVisible()
  await hers.getByRole('button', { name: 'Create team' }).click()
  await expect(hers.getByText('Enter a name to create your organization.')).toBeVisible()
  await hers.getByLabel('Team name').fill('Harbour')
  await hers.getByLabel('Team name').press('Enter')
  await expect(ann.getByText('Organization created')).toBeVisible()
  await expect(hers.getByRole('row', { name: new RegExp(`${ANN} You`) })).toBeVisible()
  const link = await inviteLink(ann, BOB)

  const bob = await personIn(browser, vee.url, BOB)
  await bob.goto(link)
  await expect(bob.getByText('Joined organization')).toBeVisible()
  await expect(bob.getByText('You are now in Harbour.')).toBeVisible()
  await bob.getByRole('link', { name: 'Open team settings' }).click()
  const his = bob.locator('#teams')
  await expect(his.getByRole('row', { name: new RegExp(`${BOB} You Builder Active`) })).toBeVisible()
  await expect(his.getByRole('button', { name: 'Send invite' })).toHaveCount(0)

  // Neither page is reloaded from here on.
  await expect(hers.getByRole('row', { name: new RegExp(BOB) })).toBeVisible()
  await hers.getByLabel(`Role of ${BOB}`).selectOption('Admin')
  await expect(ann.getByText('Role updated')).toBeVisible()
  await expect(bob.getByText('Your role in Harbour is now: Admin')).toBeVisible()
  await expect(his.getByRole('button', { name: 'Send invite' })).toBeVisible()
  await hers.getByRole('button', { name: `Change the daily limit of ${BOB}` }).click()
  await hers.getByLabel(`Tokens a day for ${BOB}`).fill('500')
  await hers.getByRole('button', { name: 'Save' }).click()
  await expect(his.getByRole('row', { name: new RegExp(`${BOB} You`) }).getByText('500')).toBeVisible()

  await hers.getByRole('tab', { name: 'Audit log' }).click()
  await expect(hers.getByRole('row', { name: new RegExp(`Role changed ${BOB} Builder Admin`) })).toBeVisible()
  await hers.getByRole('tab', { name: 'People' }).click()
  await hers.getByRole('button', { name: `Remove ${BOB}` }).click()
  await expect(ann.getByRole('dialog', { name: `Remove ${BOB}?` })).toBeVisible()
  await ann.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ann.getByText('Member removed')).toBeVisible()
  await expect(bob.getByText('You are no longer in Harbour')).toBeVisible()
  await expect(his.getByRole('heading', { name: 'No teams yet' })).toBeVisible()
})

test('seats are enforced, links are revoked, and the last member to leave deletes the team', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, ANN)
  const hers = await foundTeam(ann, 'Harbour')
  await hers.getByLabel('Seat limit').fill('0')
  await hers.getByRole('button', { name: 'Update seat limit' }).click()
  await expect(hers.getByText('Seat limit must be a positive number.')).toBeVisible()
  await hers.getByRole('button', { name: 'Send invite' }).click()
  await expect(hers.getByText('Enter an email address to send an invite.')).toBeVisible()
  const link = await inviteLink(ann, BOB)
  await hers.getByLabel('Seat limit').fill('2')
  await hers.getByRole('button', { name: 'Update seat limit' }).click()
  await expect(ann.getByText('Seat limit updated')).toBeVisible()
  await expect(hers.getByText('Increase the seat limit before inviting more teammates.')).toBeVisible()

  const cy = await personIn(browser, vee.url, 'cy@example.org')
  await cy.goto(link)
  await expect(cy.getByText('This invite is for another email address.').first()).toBeVisible()
  await expect(cy.getByRole('link', { name: 'Back to settings' })).toBeVisible()

  await hers.getByRole('button', { name: `Revoke ${BOB}` }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(ann.getByText('Invite revoked')).toBeVisible()
  await expect(hers.getByText('No pending invites.')).toBeVisible()
  await cy.reload()
  await expect(cy.getByText('This invite was revoked. Ask for a new one.').first()).toBeVisible()
  await cy.goto('/en/invite/not-a-token')
  await expect(cy.getByText('Invite not found.').first()).toBeVisible()
  await cy.goto('/en/invite')
  await expect(cy.getByText('This invite link is incomplete.')).toBeVisible()

  await hers.getByRole('button', { name: 'Leave' }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(ann.getByText('Left the organization')).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'No teams yet' })).toBeVisible()
})

test('a user who must first sign up or log in is returned to the invite', async ({ browser, vee }) => {
  const ann = await personIn(browser, vee.url, ANN)
  await foundTeam(ann, 'Harbour')
  const link = await inviteLink(ann, BOB)

  const bob = await visitorIn(browser, vee.url)
  await bob.goto(link)
  await expect(bob).toHaveURL(/\/en\/login\?redirect=/)
  await bob.getByRole('link', { name: 'Sign up' }).click()
  await bob.getByLabel('Email').fill(BOB)
  await bob.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await bob.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await bob.getByRole('button', { name: 'Continue' }).click()
  await bob.getByRole('button', { name: 'Start free' }).click()
  await bob.getByRole('link', { name: 'Start talking' }).click()
  await expect(bob.getByText('You are now in Harbour.')).toBeVisible()

  const again = await visitorIn(browser, vee.url)
  await again.goto(link)
  await logIn(again, BOB)
  await expect(again.getByText('You are now in Harbour.')).toBeVisible()
})

test('a team fits 320 pixels, without violations found by axe', async ({ browser, vee }) => {
  const ann = await personIn(browser, vee.url, 'somebody-with-a-rather-long-address@example.org')
  await ann.setViewportSize({ width: 320, height: 640 })
  const hers = await openTeams(ann)
  await hers.getByLabel('Team name').fill('The Harbour and Lighthouse Company of the Northern Coast')
  await hers.getByRole('button', { name: 'Create team' }).click()
  await inviteLink(ann, BOB)
  for (const part of ['People', 'Login', 'Usage', 'Audit log']) {
    await hers.getByRole('tab', { name: part }).click()
    await expect(hers.getByRole('tabpanel')).toBeVisible()
    const overflow = await ann
      .locator('main')
      .evaluate((main) => Math.max(main.scrollWidth, document.body.scrollWidth) - innerWidth)
    expect(overflow, part).toBeLessThanOrEqual(0)
    expect(await axeFaults(ann, { within: '#teams' }), part).toEqual([])
  }
})
