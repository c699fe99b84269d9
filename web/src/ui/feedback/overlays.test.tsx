// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { MenuButton, type MenuGroup } from '../controls/menu-button.tsx'

afterEach(cleanup)

function Leave({ isClosable = true }: { readonly isClosable?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Leave</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Leave the team?"
        closeLabel="Close"
        isClosable={isClosable}
        footer={<Button onClick={() => setOpen(false)}>Stay</Button>}
      />
    </>
  )
}

/** Renders an open dialog and waits until it has the focus. */
async function opened(inside: ReactNode, footer?: ReactNode): Promise<HTMLElement> {
  cleanup()
  render(
    <Dialog isOpen onClose={() => undefined} title="Boats" closeLabel="Close" footer={footer}>
      {inside}
    </Dialog>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Boats' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}

describe('a dialog', () => {
  it('opens with a name, closes with Esc and restores the focus', async () => {
    render(<Leave />)
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave the team?' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave' }))
  })

  it('focuses its first field, in a confirmation the cancelling button, otherwise itself', async () => {
    const buttons = (
      <>
        <Button>Cancel</Button>
        <Button>Sink it</Button>
      </>
    )
    await opened(<input aria-label="Name" />, buttons)
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await opened('It cannot be raised.', buttons)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    expect(await opened('Boats float.')).toBe(document.activeElement)
    // A field further down is not focused, so that the content is read first and no on-screen keyboard opens.
    const chosenFirst = (
      <>
        <input type="checkbox" aria-label="With its crew" />
        <input aria-label="Name" />
      </>
    )
    expect(await opened(chosenFirst, buttons)).toBe(document.activeElement)
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList)
    expect(await opened(<input aria-label="Name" />, buttons)).toBe(document.activeElement)
    vi.restoreAllMocks()
  })

  it('that is not closable is closed only by its content', async () => {
    render(<Leave isClosable={false} />)
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await screen.findByRole('dialog')
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

function menu(chosen: string[]): readonly MenuGroup[] {
  return [
    {
      label: 'Language',
      items: [
        { id: 'en', label: 'English', isChecked: true, onSelect: () => chosen.push('en') },
        { id: 'de', label: 'Deutsch', lang: 'de', isChecked: false, onSelect: () => chosen.push('de') },
      ],
    },
    {
      items: [
        { id: 'help', label: 'Help', href: '/en/help', onSelect: () => chosen.push('help') },
        { id: 'off', label: 'Not now', isDisabled: true, onSelect: () => chosen.push('off') },
        { id: 'log', label: 'System log', onSelect: () => chosen.push('log') },
      ],
    },
  ]
}

async function openMenu(chosen: string[] = []): Promise<HTMLElement> {
  render(
    <MenuButton
      label="Site menu"
      renderOpener={(props) => <Button {...props}>Menu</Button>}
      groups={menu(chosen)}
    />,
  )
  const opener = screen.getByRole('button', { name: 'Menu' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(opener)
  await screen.findByRole('menu')
  return opener
}

describe('a menu', () => {
  it('opens by its button, indicates active options, and closes with Esc', async () => {
    const opener = await openMenu()
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('menuitemcheckbox', { name: 'English', checked: true })).toBeTruthy()
    expect(screen.getByRole('menuitemcheckbox', { name: 'Deutsch', checked: false })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it.each([
    ['menuitemcheckbox', 'Deutsch', 'de'],
    ['menuitem', 'System log', 'log'],
    ['menuitem', 'Help', 'help'],
  ])('notifies its owner about the %s %s', async (role, name, id) => {
    const chosen: string[] = []
    await openMenu(chosen)
    await userEvent.click(screen.getByRole(role, { name }))
    expect(chosen).toEqual([id])
  })

  it('does nothing for a disabled item', async () => {
    const chosen: string[] = []
    await openMenu(chosen)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Not now' }))
    expect(chosen).toEqual([])
  })
})
