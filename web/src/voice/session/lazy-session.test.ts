import { expect, it, vi } from 'vitest'
import { createLazySession } from './lazy-session.ts'
import type { VoiceSession } from './session-ports.ts'
import { createWorld } from './voice-session.fixture.ts'

/** Creates a lazy session; `comes` and `fails` end the loading of its code. */
function createLate({ mayHaveStoredUtterances = false, mayListen = true } = {}) {
  const world = createWorld()
  const directly: string[] = []
  const gestures: string[] = []
  let loads = 0
  let code = Promise.withResolvers<VoiceSession>()
  const session = createLazySession({
    load: () => {
      loads += 1
      code = Promise.withResolvers()
      return code.promise
    },
    mayHaveStoredUtterances: () => Promise.resolve(mayHaveStoredUtterances),
    permission: () => world.microphone.permission(),
    ask: (text) => void directly.push(text),
    stopReply: () => void directly.push('stop'),
    wakeSound: () => void gestures.push('sound'),
    unlock: () => void gestures.push('voice'),
    speaksReplies: () => true,
    mayListen: () => mayListen,
    now: () => world.clock.now(),
  })
  return {
    ...world,
    session,
    directly,
    gestures,
    loads: () => loads,
    comes: () => code.resolve(world.session),
    fails: () => code.reject(new Error('offline')),
  }
}

type Late = ReturnType<typeof createLate>
const untilPhase = (late: Late, phase: string) =>
  vi.waitFor(() => expect(late.session.snapshot().state.phase).toBe(phase))

/** Loads the code, replays the events so far, and expects nothing to do. */
async function comesIdle(late: Late): Promise<void> {
  late.comes()
  late.session.notify('recording-limit')
  await vi.waitFor(() => expect(late.session.snapshot().notices).toEqual(['recording-limit']))
  expect(late.session.snapshot().state.phase).toBe('idle')
}

it('loads nothing until it is used, and returns the permission', async () => {
  const late = createLate()
  await vi.waitFor(() => expect(late.session.snapshot().permission).toBe('prompt'))
  expect(late.loads()).toBe(0)
})

it('loads the code at once if utterances of an earlier visit may be stored', async () => {
  const late = createLate({ mayHaveStoredUtterances: true })
  await vi.waitFor(() => expect(late.loads()).toBe(1))
})

it('shows a press at once, and forwards it with its original time', async () => {
  const late = createLate()
  late.session.press()
  expect(late.session.snapshot()).toMatchObject({ state: { phase: 'opening' }, visual: 'connecting' })
  expect(late.gestures).toEqual(['sound'])
  late.clock.advance(2_000)
  late.session.release()
  late.comes()
  // A hold of two seconds is no tap, although both events reached the session at once.
  await vi.waitFor(() =>
    expect(late.session.snapshot().state).toEqual({ phase: 'idle', hint: 'released-early' }),
  )
})

it('ignores a press if there is no one to talk to', () => {
  const late = createLate({ mayListen: false })
  late.session.press()
  late.session.release()
  expect(late.session.snapshot().state.phase).toBe('idle')
  expect(late.loads()).toBe(0)
})

it('continues with a tap whose code was loaded later', async () => {
  const late = createLate()
  late.session.press()
  late.session.release()
  late.comes()
  await vi.waitFor(() => expect(late.session.snapshot().state).toMatchObject({ gesture: { mode: 'tap' } }))
  late.microphone.opens()
  await untilPhase(late, 'capturing')
})

it('drops a press that was cancelled before the code was loaded', async () => {
  const late = createLate()
  late.session.press()
  expect(late.session.escape()).toBe(true)
  expect(late.session.snapshot().state.phase).toBe('idle')
  expect(late.session.escape()).toBe(false)
  await comesIdle(late)
})

it('forgets it when another message is sent instead', async () => {
  const late = createLate()
  late.session.press()
  late.session.release()
  late.session.submit('Hello')
  expect(late.session.snapshot().state.phase).toBe('idle')
  await comesIdle(late)
})

it('drops it even if a reply was requested', async () => {
  const late = createLate()
  late.session.press()
  late.session.adoptReply('t1', true)
  expect(late.session.snapshot().visual).toBe('connecting')
  expect(late.session.escape()).toBe(true)
  await comesIdle(late)
})

it('handles a press like a microphone that does not open if the code cannot be loaded, and retries', async () => {
  const late = createLate()
  late.session.press()
  late.session.release()
  late.fails()
  await vi.waitFor(() =>
    expect(late.session.snapshot()).toMatchObject({
      state: { phase: 'failed', reason: 'no-answer' },
      visual: 'error',
    }),
  )
  late.session.press()
  expect(late.loads()).toBe(2)
  late.comes()
  await vi.waitFor(() => expect(late.session.snapshot().state).toMatchObject({ utteranceId: 'id1' }))
})

it('asks without the code, and joins the reply once it is loaded', async () => {
  const late = createLate()
  expect(late.session.submit('  ')).toBe(false)
  expect(late.session.submit('Hello')).toBe(true)
  expect(late.directly).toEqual(['Hello'])
  expect(late.gestures).toEqual(['voice'])
  late.session.adoptReply('t1', true)
  late.session.progress({ type: 'reply-started', turnId: 't1', replyId: 'r1' })
  late.session.progress({ type: 'reply-text', turnId: 't1', text: 'Hi.' })
  late.comes()
  await untilPhase(late, 'replying')
  late.speechOutput.emit({ type: 'started', turnId: 't1' })
  await untilPhase(late, 'speaking')
  expect(late.session.submit('And more')).toBe(true)
  expect(late.asked).toMatchObject([{ text: 'And more' }])
})

it('shows a reported reply with and without its own code', async () => {
  const late = createLate()
  late.session.submit('Hello')
  late.session.adoptReply('t1', true)
  expect(late.session.snapshot()).toMatchObject({ state: { phase: 'waiting' }, visual: 'thinking' })
  late.fails()
  late.session.progress({ type: 'reply-text', turnId: 't0', text: 'An older one.' })
  expect(late.session.snapshot().visual).toBe('thinking')
  late.session.progress({ type: 'reply-text', turnId: 't1', text: 'Hi.' })
  expect(late.session.snapshot()).toMatchObject({ state: { phase: 'replying' }, visual: 'responding' })
  expect(late.session.escape()).toBe(false)
  late.session.progress({ type: 'reply-ended', turnId: 't1', outcome: 'complete' })
  expect(late.session.snapshot()).toMatchObject({ state: { phase: 'idle' }, visual: 'idle' })
})

it('notifies its listeners of the changes of the loaded session', async () => {
  const late = createLate()
  const visuals: string[] = []
  late.session.subscribe(() => void visuals.push(late.session.snapshot().visual))
  late.session.prepare()
  late.comes()
  await vi.waitFor(() => expect(visuals).toContain('idle'))
  late.session.press()
  expect(visuals.at(-1)).toBe('connecting')
  late.session.dispose()
  expect(late.microphone.openCount).toBe(0)
})
