/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { createApi } from '#lib/http/index.ts'
import { STORAGE_KEYS, readText } from '#lib/storage/storage.ts'
import { startFakeVee, type FakeVee } from '../../../../../fakes/vee/index.ts'
import { PersonalAccount, ResetPassword } from './index.ts'

let vee: FakeVee
beforeEach(async () => {
  await switchTexts('en')
  await loadLazyTexts()
  localStorage.clear()
  sessionStorage.clear()
  vee = await startFakeVee()
})
afterEach(async () => {
  cleanup()
  await vee.close()
})

/** A server that offers only a provider that is not configured. */
const PROVIDERS = [{ id: 'supabase', label: 'Supabase', isConfigured: false }]

async function showLogin() {
  const onSignedIn = vi.fn()
  render(
    <PersonalAccount
      api={createApi({ origin: vee.url })}
      onSignedIn={onSignedIn}
      contactUrl="mailto:help@example.org"
      signUp={<a href="/">x</a>}
    />,
  )
  const asked = await vee.next()
  expect(asked.path).toBe('/api/auth/outside')
  asked.json(200, { providers: PROVIDERS })
  return { user: userEvent.setup(), onSignedIn }
}

describe('the personal account', () => {
  test('missing input is reported first, at its field, before anything is sent', async () => {
    const { user } = await showLogin()
    const submit = screen.getByRole('button', { name: 'Log in with email' })
    await user.click(submit)
    expect(await screen.findByText('Email and password are required.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'ada@example.org')
    await user.click(submit)
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    expect(vee.untaken()).toHaveLength(0)
  })

  test.each([false, true])('a token is stored according to the choice: remembered %s', async (remember) => {
    const { user, onSignedIn } = await showLogin()
    await user.type(screen.getByLabelText('Email'), ' ada@example.org')
    await user.type(screen.getByLabelText('Password'), ' secret1 ')
    if (remember) await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await user.click(screen.getByRole('button', { name: 'Log in with email' }))
    const call = await vee.next()
    expect(call.body).toEqual({ email: 'ada@example.org', password: ' secret1 ', remember })
    call.json(200, { token: 'the token', user: {}, tokenProvider: 'local' })
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(readText(remember ? STORAGE_KEYS.rememberedToken : STORAGE_KEYS.tabToken)).toBe('the token')
    expect(readText(remember ? STORAGE_KEYS.tabToken : STORAGE_KEYS.rememberedToken)).toBeUndefined()
  })

  test('another way that is not configured is no button, and says so', async () => {
    await showLogin()
    expect(screen.getByText('or continue with')).toBeDefined()
    expect(screen.getByText('Supabase authentication is not configured.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Supabase' })).toBeNull()
  })

  test('has the focus in the address', async () => {
    await showLogin()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  test.each([
    [true, /^If an account with this address exists/],
    [false, /^This server cannot send email/],
  ])('a forgotten password: mail %s', async (canSendMail, notice) => {
    const { user } = await showLogin()
    await user.type(screen.getByLabelText('Email'), 'ada@example')
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Send link' }))
    expect(await dialog.findByText('Enter an email address like name@example.org.')).toBeDefined()
    await user.type(dialog.getByLabelText('Email'), '.org{Enter}')
    const call = await vee.next()
    expect(call.body).toEqual({ email: 'ada@example.org' })
    call.json(202, { canSendMail })
    expect(await dialog.findByText(notice)).toBeDefined()
    const contact = dialog.queryByRole('link', { name: 'Contact the host of this server' })
    expect(contact?.getAttribute('href')).toBe(canSendMail ? undefined : 'mailto:help@example.org')
  })
})

test('a new password is validated here, and an expired link is reported as such', async () => {
  const onDone = vi.fn()
  const user = userEvent.setup()
  render(
    <ResetPassword
      api={createApi({ origin: vee.url })}
      token="of-the-mail"
      onDone={onDone}
      toLogin={<a href="/">x</a>}
    />,
  )
  const field = screen.getByLabelText('New password')
  await user.type(field, 'letters{Enter}')
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await user.type(field, '-and-1{Enter}')
  const refused = await vee.next()
  expect(refused.body).toEqual({ token: 'of-the-mail', password: 'letters-and-1' })
  refused.json(400, { error: 'VALIDATION', message: 'too old', requestId: 'r' })
  expect(await screen.findByText(/^This link has expired/)).toBeDefined()
  await user.type(field, '{Enter}')
  const taken = await vee.next()
  taken.json(200, {})
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})
