// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { createSystemLog } from '#lib/log.ts'
import { logAsText, SystemLogPanel } from './system-log-panel.tsx'

beforeAll(async () => {
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

const noon = () => new Date('2026-11-21T12:00:00Z')

test('shows entries as they happen, newest first, with level and details', () => {
  const log = createSystemLog(noon)
  log.add('API_REQ', 'GET /agents')
  render(<SystemLogPanel log={log} onClose={() => {}} />)
  act(() => log.add('WARN', 'slow', 'after 2 s'))
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/WARN.*slow.*after 2 s/)
  expect(second?.textContent).toMatch(/API_REQ.*GET \/agents/)
})

test('clears', async () => {
  const log = createSystemLog(noon)
  log.add('INFO', 'one')
  render(<SystemLogPanel log={log} onClose={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getByText(/No entries since/)).toBeDefined()
})

test('receives the focus and closes with Escape', async () => {
  const onClose = vi.fn()
  render(<SystemLogPanel log={createSystemLog()} onClose={onClose} />)
  const panel = screen.getByRole('region', { name: 'System log' })
  expect(document.activeElement).toBe(within(panel).getByRole('heading'))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('is exported line by line', () => {
  const log = createSystemLog(noon)
  log.add('ERROR', 'lost', 'first\nsecond')
  log.add('INFO', 'done')
  expect(logAsText(log.entries())).toBe(
    '2026-11-21T12:00:00.000Z INFO    done\n' +
      '2026-11-21T12:00:00.000Z ERROR   lost\n    first\n    second\n',
  )
})
