/** @vitest-environment happy-dom */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadViewTexts, switchTexts } from '#i18n/index.ts'
import { RefusedChange, changedTextOf } from './refused-change.tsx'

beforeEach(async () => {
  await switchTexts('en')
  await loadViewTexts()
})
afterEach(cleanup)

it('returns the text of a change, without generated content', () => {
  const item = { id: 'i1', text: 'Call the port', assignee: 'Ann', done: false, origin: 'own' as const }
  expect(
    changedTextOf({
      title: 'Harbour',
      participants: ['Ann', 'Bo'],
      actionItemChanges: { set: [item], remove: ['i2'] },
      lines: { set: [{ id: 'l1', text: 'We buy it.' }] },
    }).split('\n'),
  ).toEqual(['Harbour', 'Ann', 'Bo', 'Call the port', 'Ann', 'We buy it.'])
})

it('offers to copy the text, and to discard it', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const onDiscard = vi.fn()
  render(<RefusedChange change={{ quickNotes: 'Bring the keys.' }} onDiscard={onDiscard} />)
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Bring the keys.')
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Bring the keys.')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onDiscard).toHaveBeenCalledOnce()
})
