/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { AccountStep, PlanStep } from './index.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

function showAccount() {
  const onCreated = vi.fn()
  render(
    <AccountStep
      api={createApi({ origin: vee.url })}
      email=""
      onEmail={() => undefined}
      onCreated={onCreated}
      termsUrl="/en/about#terms"
      logIn={<a href="/en/login">Log in</a>}
    />,
  )
  return {
    user: userEvent.setup(),
    onCreated,
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Password'),
    terms: screen.getByRole('checkbox'),
  }
}

const HINT = 'Use at least 8 characters with at least one number or symbol.'

test('an account requires an address, a valid password and the terms, in this order', async () => {
  const { user, email, password, terms } = showAccount()
  const expectProblem = async (text: string, field: HTMLElement) => {
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(field))
    expect(screen.getByText(text)).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  await expectProblem('Enter an email and password to continue.', email)
  await user.type(email, 'ada')
  await expectProblem('Enter an email and password to continue.', password)
  await user.type(password, 'letters')
  await expectProblem('Enter an email address like name@example.org.', email)
  await user.type(email, '@example.org')
  await expectProblem(HINT, password)
  await user.type(password, '-and-1')
  await expectProblem('You need to accept the terms to create an account.', terms)
  expect(vee.untaken()).toHaveLength(0)
})

test('errors of the server are shown, the input is preserved, and a retry can succeed', async () => {
  const { user, onCreated, email, password, terms } = showAccount()
  await user.type(email, ' Ada@Example.org')
  await user.type(password, 'letters-and-1')
  await user.click(terms)
  const submit = async () => {
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    return vee.next()
  }
  const failed = await submit()
  failed.json(500, { error: 'INTERNAL', message: 'no', requestId: 'r' })
  expect(
    await screen.findByText('We couldn’t save your details just yet. Try again in a moment.'),
  ).toBeDefined()
  const refused = await submit()
  refused.json(409, { error: 'EMAIL_TAKEN', message: 'no', requestId: 'r' })
  expect(await screen.findByText('An account with this email address already exists.')).toBeDefined()
  const made = await submit()
  expect(made.body).toEqual({ email: 'ada@example.org', password: 'letters-and-1', acceptTerms: true })
  made.json(201, { token: 't', user: {}, tokenProvider: 'local' })
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledWith({ email: 'ada@example.org', token: 't' }))
})

test('the account exists already, and a plan must be chosen', async () => {
  const onContinue = vi.fn()
  const user = userEvent.setup()
  const { rerender } = render(
    <PlanStep email="ada@example.org" hasChosen={false} onContinue={onContinue}>
      plans
    </PlanStep>,
  )
  expect(screen.getByText('Your account for ada@example.org has been created.')).toBeDefined()
  const goOn = screen.getByRole('button', { name: 'Continue' })
  await user.click(goOn)
  expect(screen.getByText('Choose a plan before continuing.')).toBeDefined()
  expect(onContinue).not.toHaveBeenCalled()
  rerender(
    <PlanStep email="ada@example.org" hasChosen onContinue={onContinue}>
      plans
    </PlanStep>,
  )
  await user.click(goOn)
  expect(onContinue).toHaveBeenCalledOnce()
})
