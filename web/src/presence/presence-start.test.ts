import { expect, it } from 'vitest'
import { startAfter, stateWhileLoading, type PresenceCommand, type PresenceStart } from './presence-start.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'

const START: PresenceStart = {
  state: 'idle',
  mood: 'calm',
  profile: PLAIN_PROFILE,
  preferences: DEFAULT_PRESENCE_PREFERENCES,
  isLoading: false,
}
const after = (...commands: readonly PresenceCommand[]) => commands.reduce(startAfter, START)

it('the mood follows the states of a turn, and is calm again at rest', () => {
  const moods = (['listening', 'transcribing', 'thinking', 'responding', 'speaking', 'idle'] as const).map(
    (state) => after({ type: 'state', state: 'listening' }, { type: 'state', state }).mood,
  )
  expect(moods).toEqual(['attentive', 'focused', 'contemplative', 'engaged', 'warm', 'calm'])
  expect(after({ type: 'state', state: 'vad-wake' }).mood).toBe('curious')
})

it('a mood lasts while the state is reported again', () => {
  const { mood } = after({ type: 'mood', mood: 'excited' }, { type: 'state', state: 'idle' })
  expect(mood).toBe('excited')
})

it('an idle presence connects while the app loads', () => {
  expect(stateWhileLoading(after({ type: 'loading', isLoading: true }))).toBe('connecting')
  expect(
    stateWhileLoading(after({ type: 'loading', isLoading: true }, { type: 'state', state: 'error' })),
  ).toBe('error')
})

it('an event changes the mood, and a form the state', () => {
  expect(after({ type: 'event', event: 'error' })).toEqual({ ...START, mood: 'attentive' })
  expect(after({ type: 'event', event: 'input-focus' })).toEqual({ ...START, mood: 'attentive' })
  expect(after({ type: 'event', event: 'form-submit' })).toEqual({
    ...START,
    state: 'responding',
    mood: 'engaged',
  })
  const profile = { ...PLAIN_PROFILE, moodOnChoice: 'excited' } as const
  expect(after({ type: 'profile', profile }, { type: 'event', event: 'theme-chosen' }).mood).toBe('excited')
})

it('a reset returns to idle and calm', () => {
  expect(
    after({ type: 'state', state: 'error' }, { type: 'mood', mood: 'excited' }, { type: 'reset' }),
  ).toEqual(START)
})
