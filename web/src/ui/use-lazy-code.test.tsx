// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { LoadFailureContext, useLazyCode } from './use-lazy-code.ts'

afterEach(cleanup)

function Drawer({ load }: { readonly load: () => Promise<{ readonly text: string }> }) {
  const [isOpen, setOpen] = useState(false)
  const showFailure = use(LoadFailureContext)
  const code = useLazyCode(load, isOpen, () => {
    setOpen(false)
    showFailure()
  })
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen && code ? code.text : 'Drawer'}
    </button>
  )
}

it("loads the popup's code again after a failure, and shows a notice", async () => {
  let isReached = false
  let asked = 0
  let told = 0
  const load = () => {
    asked += 1
    return isReached ? Promise.resolve({ text: 'Socks' }) : Promise.reject(new Error('not reached'))
  }
  render(
    <LoadFailureContext value={() => (told += 1)}>
      <Drawer load={load} />
    </LoadFailureContext>,
  )
  expect(asked).toBe(0)
  const drawer = screen.getByRole('button')
  await userEvent.click(drawer)
  await waitFor(() => expect(told).toBe(1))
  expect(drawer.getAttribute('aria-expanded')).toBe('false')
  isReached = true
  await userEvent.click(drawer)
  await screen.findByText('Socks')
  await userEvent.click(drawer)
  await userEvent.click(drawer)
  await screen.findByText('Socks')
  expect({ asked, told }).toEqual({ asked: 2, told: 1 })
})
