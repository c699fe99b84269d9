import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { microphone, expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'

test.use({ isShared: true, ...microphone('meeting.wav') })

const isChange = (url: URL) => /^\/api\/meetings\/[^/]+$/.test(url.pathname)

test('text and audio recorded offline is stored, and sent automatically later', async ({
  page,
  context,
  upstream,
  vee,
}) => {
  upstream.scriptOnly('transcription', { text: 'We buy the boat.' })
  await makeAccount(vee.url, 'offline-recorder@example.org')
  await logInByEmail(page, 'offline-recorder@example.org')
  await page.goto('/en/meetings/none')
  await page.getByRole('button', { name: 'All meetings' }).click()
  await page.getByRole('button', { name: 'New meeting' }).click()
  await page.getByLabel('Title').fill('Harbour')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Everyone agrees: record' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:04')
  await page.getByText('Details').click()
  await page.getByLabel('Quick notes').fill('The master is away')
  await expect(page.getByText('Your change is not saved yet')).toBeVisible()
  // Leaving asks for confirmation during a recording.
  const leaving = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await leaving).dismiss()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('1 segment waiting for transcription')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('We buy the boat.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // It does not end with the page either.
  await page.route(isChange, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Quick notes').fill('The master is back')
  await expect(page.getByText('Your change is not saved yet')).toBeVisible()
  await page.reload()
  await page.unroute(isChange)
  await page.getByRole('button', { name: 'All meetings' }).click()
  await page
    .getByRole('list', { name: 'Meetings' })
    .getByRole('button', { name: /^Harbour/ })
    .click()
  await page.getByText('Details').click()
  await expect(page.getByLabel('Quick notes')).toHaveValue('The master is back')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})
