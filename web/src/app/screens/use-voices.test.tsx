// @vitest-environment happy-dom
import type { Voice } from '@vee/contract/entities/voice'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Api } from '#lib/http/index.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import { useVoices } from './use-voices.ts'

beforeEach(resetSettings)
afterEach(cleanup)

function Names({ api }: { readonly api: Api }) {
  return useVoices(api).map(({ id, name }) => <p key={id}>{name}</p>)
}

test('voices are loaded again when the provider changes', async () => {
  let offered: Partial<Voice>[] = []
  const json = () => Promise.resolve({ voices: offered })
  render(<Names api={{ json } as unknown as Api} />)
  offered = [{ id: 'openai_ash', name: 'Ash' }]
  changeSettings({ ttsProvider: 'browser' })
  expect(await screen.findByText('Ash')).toBeDefined()
})
