// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { RuntimeContext } from '../runtime-context.ts'
import type { Runtime } from '../runtime.ts'
import { createInterface } from './services/interface-state.ts'
import { Modals } from './modals.tsx'

// Preloads what is otherwise loaded on first use within a test.
beforeAll(async () => {
  await switchTexts('en')
  await Promise.all([
    loadLazyTexts(),
    import('./modals/keyboard-help-modal.tsx'),
    import('#ui/feedback/overlay/dialog-popup.tsx'),
  ])
})
afterEach(cleanup)

function openPage() {
  const page = createInterface(() => {})
  // The parts of the runtime that overlays require here.
  const runtime = { shell: { page } } as unknown as Runtime
  render(
    <RuntimeContext value={runtime}>
      <Modals locale="en" isSignedIn={false} />
    </RuntimeContext>,
  )
  return page
}

it('has the size requested by its opener', async () => {
  const page = openPage()
  act(() => page.openModal({ id: 'keyboard-help', size: 'large' }))
  expect((await screen.findByRole('dialog')).className).toContain('large')
})

it('closes by Esc, unless its opener prevents it', async () => {
  const page = openPage()
  act(() => page.openModal({ id: 'keyboard-help', closable: false }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.className).toContain('medium')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(page.store.getState().modals).toHaveLength(1)

  act(() => page.closeAllModals())
  act(() => page.openModal({ id: 'keyboard-help' }))
  await screen.findByRole('button', { name: 'Close' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.store.getState().modals).toEqual([])
})
