import { axeFaults } from '../axe.ts'
import type { Page } from '@playwright/test'
import { expect } from '../test.ts'
import { test } from './paying.ts'
import { beginRegistration, logInByEmail, makeAccount } from './sign-up.ts'

const EMAIL = 'ada@example.org'

async function goToPayment(page: Page, plan: string): Promise<void> {
  await page.goto('/en/register')
  await beginRegistration(page, EMAIL)
  await page.getByRole('button', { name: `Choose plan ${plan}` }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/en/register/payment')
}

const billing = (page: Page) => page.getByRole('region', { name: 'Plan and billing' })

test('a plan is paid during registration, and the settings show it', async ({ page, stripe }) => {
  await goToPayment(page, 'Creator')
  await expect(page.getByText('Creator: $29 per month')).toBeVisible()
  // The event arrives after the browser has returned: the page polls until the server has it.
  stripe.sendEventsTo(undefined)
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Fake checkout' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/register\/success\?checkout=cs_/)
  await expect(page.getByText('Your payment is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Start talking' }).click()
  await expect(page).toHaveURL('/en/pro')
  await page.goto('/en/settings#billing')
  await expect(billing(page).getByText('Your plan: Creator')).toBeInViewport()
  await expect(billing(page).getByText(/^Renews on /)).toBeVisible()
})

test('a declined or abandoned payment returns to the step, and Free is offered', async ({ page, stripe }) => {
  await goToPayment(page, 'Basic')
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/en/register/payment?checkout=abandoned')
  await expect(page.getByText('Payment was not completed.')).toBeVisible()
  stripe.fail(true)
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await expect(
    page.getByText('We couldn’t create a checkout session. Try again or contact support.'),
  ).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue with Free' }).click()
  await expect(page).toHaveURL('/en/register/success')
  await expect(page.getByText(`Your account for ${EMAIL} is ready.`)).toBeVisible()
})

test('an expired payment is reported, and can be repeated', async ({ page, stripe }) => {
  await goToPayment(page, 'Basic')
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Fake checkout' })).toBeVisible()
  const [id = ''] = [...stripe.books.sessions.keys()]
  await stripe.expire(id)
  await page.goto(`/en/register/success?checkout=${id}`)
  await expect(page.getByText('The payment did not go through.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Your payment is confirmed.')).toBeVisible()
})

test('a member switches to a paid plan and cancels it in the settings', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await page.goto('/en/settings#billing')
  await expect(billing(page).getByText('Your plan: Free')).toBeVisible()
  await billing(page).getByRole('button', { name: 'Choose Basic' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/settings\?checkout=cs_/)
  await expect(billing(page).getByText('Your payment is confirmed.')).toBeVisible()
  await expect(billing(page).getByText('Your plan: Basic')).toBeVisible()
  await billing(page).getByRole('button', { name: 'Change or cancel' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('link', { name: 'Return to Vee' }).click()
  await expect(billing(page).getByText(/^Active until .*\. You will not be charged again\.$/)).toBeVisible()
})
