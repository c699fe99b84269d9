/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { WakeWordNote } from './wake-word-note.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

const provider = (fields: object) => ({
  id: 'a',
  name: 'Deepgram',
  location: 'vendor',
  available: true,
  costPerHourUsd: 0.336,
  ...fields,
})

it.each([
  ['a vendor, with the cost', {}, 'is sent to Deepgram, for about $0.34 an hour.'],
  ['this server', { location: 'server', costPerHourUsd: 0 }, 'is transcribed on this server.'],
  ['nobody', { available: false }, ''],
])('names who receives what is spoken nearby: %s', async (_, fields, expected) => {
  await switchTexts('en')
  const { container } = render(<WakeWordNote api={createApi({ origin: vee.url })} />)
  const request = await vee.next()
  expect(request.path).toBe('/api/system/speech')
  request.json(200, {
    hearing: [provider({ available: false, name: 'Another' }), provider(fields)],
    speaking: [],
  })
  await expect.poll(() => container.textContent).toContain(expected)
  expect(container.textContent === '').toBe(expected === '')
})
