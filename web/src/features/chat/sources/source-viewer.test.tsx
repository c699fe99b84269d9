/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Source } from '@vee/contract/entities/source'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadViewTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { OpenStoredContext } from '../open-beside.ts'
import { SourceViewer } from './source-viewer.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh), loadViewTexts)

const FILE: Source = {
  id: 's1',
  number: 1,
  kind: 'file',
  title: 'recipes.txt',
  url: null,
  site: null,
  ref: 'f1',
  place: null,
  fetchedAt: '2026-11-22T10:00:00Z',
  quotes: [],
}

const openStored = vi.fn()
const onClose = vi.fn()

async function opened(source: Source): Promise<HTMLElement> {
  render(
    <OpenStoredContext value={openStored}>
      <SourceViewer api={createApi({ origin: vee.url })} replyId="r1" source={source} onClose={onClose} />
    </OpenStoredContext>,
  )
  return screen.findByRole('dialog', { name: source.title })
}

test('a source that leads nowhere has no footer', async () => {
  const dialog = await opened(FILE)
  expect(dialog.querySelector('footer')).toBeNull()
})

test('the source of a meeting leads to its place', async () => {
  const place = { fromMs: 5_000 }
  await opened({ ...FILE, kind: 'meeting', title: 'Tiles', ref: 'm1', place })
  await userEvent.click(screen.getByRole('button', { name: 'Open the meeting' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(openStored).toHaveBeenCalledWith({ kind: 'meeting', id: 'm1', place })
})
