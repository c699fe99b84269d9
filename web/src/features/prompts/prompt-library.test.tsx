/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { PromptLibrary } from './index.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

test('a prompt that is being written is not discarded by Escape; the list closes with it', async () => {
  const onClose = vi.fn()
  const user = userEvent.setup()
  render(
    <PromptLibrary
      api={createApi({ origin: vee.url })}
      tell={vi.fn()}
      onInsert={vi.fn()}
      onClose={onClose}
    />,
  )
  const listed = await vee.next()
  expect(listed.path).toBe('/api/saved-prompts')
  listed.json(200, { prompts: [] })
  await user.click(await screen.findByRole('button', { name: 'New prompt' }))
  await user.type(screen.getByLabelText('Title'), 'Letter')
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Letter')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('button', { name: 'New prompt' })
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
