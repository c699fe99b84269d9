/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import { useLiveModels } from '#lib/live-models.ts'
import { systemClock, type VoiceSession, type VoiceSnapshot } from '#voice/index.ts'
import { INITIAL_SNAPSHOT } from '#voice/session/initial-snapshot.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { LiveNote } from './live-note.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))
beforeEach(() => useLiveModels.setState({ models: [], remainingUsd: null }))

const MODEL = {
  id: 'openai:gpt-realtime',
  name: 'gpt-realtime',
  provider: { id: 'openai', name: 'OpenAI' },
  location: 'vendor',
  price: { perMinuteUsd: 0.06, isEstimated: true },
  maxSeconds: 1_800,
  voices: [{ id: 'marin', name: 'Marin' }],
  usesTools: true,
  locked: null,
}

async function show(listening: VoiceSnapshot['listening'], models: object[] = [MODEL], remainingUsd = 0.31) {
  await switchTexts('en')
  const snapshot = { ...INITIAL_SNAPSHOT, listening }
  let switches = 0
  const session = {
    subscribe: () => () => {},
    snapshot: () => snapshot,
    switchMicrophone: () => void (switches += 1),
  } as unknown as VoiceSession
  const { container } = render(<LiveNote api={createApi({ origin: vee.url })} session={session} />)
  const request = await vee.next()
  expect(request.path).toBe('/api/live-models')
  request.json(200, { items: models, remainingUsd })
  await expect.poll(() => useLiveModels.getState().models).toHaveLength(models.length)
  return { container, switches: () => switches }
}

it.each([
  [
    'the price, and what is left of the allowance',
    {},
    'gpt-realtime at OpenAI listens and speaks by itself, for about $0.06 a minute · Enough for about 5 minutes today',
  ],
  [
    'no price where nothing is billed',
    { location: 'server', price: { perMinuteUsd: 0, isEstimated: false } },
    'gpt-realtime listens and speaks by itself, on this server',
  ],
  ['why it is locked', { locked: 'sign-in' }, 'gpt-realtime listens and speaks by itself. Log in to use it.'],
  ['that the allowance is used up', { locked: 'allowance' }, 'The allowance for gpt-realtime is used up'],
])('shows before it starts %s', async (_, fields, expected) => {
  const { container } = await show({ kind: 'off' }, [{ ...MODEL, ...fields }])
  await expect.poll(() => container.textContent).toBe(expected)
})

it('shows time, cost and the switch of the microphone during a conversation', async () => {
  const startedAt = systemClock.now() - 90_000
  const live = { kind: 'live', mode: 'live', activity: 'listening', isMuted: false, startedAt } as const
  const { container, switches } = await show(live)
  await expect.poll(() => container.textContent).toContain('1:30 · about $0.09')
  fireEvent.click(screen.getByRole('button', { name: 'Mute microphone' }))
  expect(switches()).toBe(1)
})

it('shows nothing while turns continue, and without a live model', async () => {
  const inTurns = await show({ kind: 'ready', mode: 'continuous' })
  expect(inTurns.container.textContent).toBe('')
  const withoutModel = await show({ kind: 'off' }, [])
  expect(withoutModel.container.textContent).toBe('')
})
