import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLiveModelHarness, type LiveModelHarness } from '../../../../../fakes/live-model-harness.ts'
import { member, visitor } from '../../money/ledger/fixtures/callers.ts'
import { DomainError } from '../../errors/domain-error.ts'

let harness: LiveModelHarness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
const create = async (...options: Parameters<typeof createLiveModelHarness>) =>
  (harness = await createLiveModelHarness(...options))

/** No connection is open at the vendor, and everything is settled. */
async function expectNothingOpen({ vendor, ledger }: LiveModelHarness) {
  await Promise.all(vendor.connections.map(({ closed }) => closed))
  await vi.waitFor(() => {
    for (const { isSettled } of ledger.entries) expect(isSettled).toBe(true)
  })
}

const LONG = { text: 'one two three four five six', holdAfterWords: 4 }

/** Starts a conversation in which the model speaks. */
async function speaking(currentHarness: LiveModelHarness, more: object = {}) {
  currentHarness.vendor.script({ heard: ['count'], replies: [LONG] })
  const socket = currentHarness.open()
  await socket.started(more)
  socket.speak()
  await socket.until('live-reply-words', 4)
  await socket.until('live-heard')
  return socket
}

describe('a conversation ends', () => {
  it('when the client ends it, and stores what was heard', async () => {
    const here = await create()
    const socket = await speaking(here)
    socket.say({ type: 'live-end', liveId: 'live-1', playedMs: 500 })
    socket.expectEnd('client')
    expect(socket.ofType('live-reply-ended')).toMatchObject([{ text: 'one two', finishReason: 'stopped' }])
    expect(socket.answers.at(-1)?.type).toBe('live-ended')
    expect(socket.isBusy).toBe(false)
    await vi.waitFor(() =>
      expect(here.storedReplies).toEqual([
        { question: 'count', content: 'one two', finishReason: 'stopped' },
      ]),
    )
    await expectNothingOpen(here)
  })

  it('when the connection of the client is lost, at any moment', async () => {
    for (const moment of ['live-start', 'live-started', 'live-words', 'live-reply-words'] as const) {
      const here = await create()
      here.vendor.script({ heard: ['count'], replies: [LONG] })
      const socket = here.open()
      socket.start()
      if (moment !== 'live-start') {
        await socket.until('live-started')
        socket.speak()
        await socket.until(moment)
      }
      socket.handleClose()
      expect(socket.isBusy).toBe(false)
      await expectNothingOpen(here)
      await here.close()
    }
    harness = undefined
  })

  it('when another page of the caller starts one with the same conversation', async () => {
    const here = await create()
    const first = await speaking(here)
    const stranger = here.open({ ...visitor, id: 'session:bob' })
    await stranger.started()
    expect(first.ofType('live-ended')).toEqual([])
    const second = here.open()
    await second.started({ liveId: 'live-2' })
    first.expectEnd('replaced')
    expect(stranger.ofType('live-ended')).toEqual([])
    await vi.waitFor(() =>
      expect(here.vendor.connections.map(({ isOpen }) => isOpen)).toEqual([false, true, true]),
    )
  })

  it('when the next one starts on the same socket', async () => {
    const here = await create()
    const socket = here.open()
    await socket.started()
    socket.start({ liveId: 'live-2', conversationId: 'conv-2' })
    socket.expectEnd('replaced')
    expect(socket.isBusy).toBe(true)
  })

  it('at its longest time, which is announced', async () => {
    const here = await create({ maxSeconds: 1 })
    const socket = here.open()
    expect(await socket.started()).toMatchObject({ maxSeconds: 1 })
    expect(await socket.until('live-expiring')).toMatchObject({ secondsLeft: 0.5 })
    await vi.waitFor(() => socket.expectEnd('time-limit'), 3_000)
    await expectNothingOpen(here)
  })

  it('when the vendor ends the session', async () => {
    const here = await create()
    const socket = here.open()
    await socket.started()
    here.vendor.connections[0]?.expire()
    await vi.waitFor(() => socket.expectEnd('time-limit'))
    expect(socket.ofType('live-expiring')).toMatchObject([{ secondsLeft: 0 }])
    expect(socket.ofType('live-ended')).toMatchObject([{ isRetryable: true }])
    await expectNothingOpen(here)
  })

  it('after a long time without speech', async () => {
    const here = await create({ limits: { idleMs: 150 } })
    const socket = here.open()
    await socket.started()
    await vi.waitFor(() => socket.expectEnd('idle'))
    await expectNothingOpen(here)
  })

  it('when the server stops, with what was heard', async () => {
    const here = await create()
    const socket = await speaking(here)
    await here.service.close()
    socket.expectEnd('shutdown')
    expect(here.stored[0]).toMatchObject({ question: 'count' })
    await expectNothingOpen(here)
    const late = here.open()
    late.start()
    late.expectEnd('failed')
  })
})

describe('a fault', () => {
  it.each([
    [401, 'PROVIDER_ERROR'],
    [404, 'PROVIDER_ERROR'],
    [429, 'RATE_LIMITED'],
    [500, 'PROVIDER_ERROR'],
  ])('of the start (%i) is reported as %s', async (refusal, error) => {
    const here = await create()
    here.vendor.script({ refusal })
    const socket = here.open()
    socket.start()
    await vi.waitFor(() => socket.expectEnd('failed'))
    expect(socket.ofType('live-ended')).toMatchObject([{ error, isRetryable: true, costUsd: 0 }])
    expect(here.failures).toMatchObject([{ status: refusal }])
    await expectNothingOpen(here)
  })

  it('is a vendor that does not accept the session in time', async () => {
    const here = await create({ limits: { startMs: 100 } })
    here.vendor.script({ fault: { atMessage: 1, does: 'stall' } })
    const socket = here.open()
    socket.start()
    await vi.waitFor(() => socket.expectEnd('failed'))
    expect(socket.ofType('live-ended')).toMatchObject([{ error: 'PROVIDER_TIMEOUT' }])
    await expectNothingOpen(here)
  })

  it('is a vendor that stalls in its response', async () => {
    const here = await create({ limits: { stallMs: 200 } })
    here.vendor.script({ heard: ['count'], replies: [LONG] })
    const socket = here.open()
    await socket.started()
    socket.speak()
    await vi.waitFor(() => socket.expectEnd('failed'), 3_000)
    expect(socket.ofType('live-ended')).toMatchObject([{ error: 'PROVIDER_TIMEOUT' }])
    expect(here.stored[0]).toMatchObject({ question: 'count' })
    await expectNothingOpen(here)
  })

  it('is a transcript that never comes: the turn stays, with its reply', async () => {
    const here = await create({ limits: { wordsMs: 100, holdMs: 50 } })
    here.vendor.script({ heard: ['count'], containsWords: true, replies: [{ text: 'one' }] })
    const socket = here.open()
    await socket.started()
    socket.speak()
    expect(await socket.until('live-heard')).toMatchObject({ text: '…', use: 'question' })
    await socket.until('live-reply-ended')
  })

  it.each(['cut', 'close', 'error', 'stall', 'garbage'] as const)(
    'at any message (%s) loses no word that was known, answers nothing twice, and leaves nothing open',
    async (does) => {
      const script = { heard: ['hello'], replies: [{ text: 'Good morning.' }] }
      const limits = { startMs: 150, stallMs: 150, wordsMs: 100, holdMs: 20, idleMs: 400 }
      for (let atMessage = 1; atMessage <= 16; atMessage += 1) {
        const here = await create({ limits })
        here.vendor.script({ ...script, fault: { atMessage, does } })
        const socket = here.open()
        socket.start()
        socket.speak()
        await vi.waitFor(() => expect(socket.ofType('live-ended')).toHaveLength(1), 4_000)
        expect(socket.answers.at(-1)?.type, `at message ${atMessage}`).toBe('live-ended')
        const asked = socket.ofType('live-heard').filter(({ use }) => use === 'question')
        const questions = new Set(here.stored.map(({ question }) => question))
        for (const { text } of asked) expect(questions).toContain(text)
        expect(socket.ofType('live-reply-ended').length).toBeLessThanOrEqual(1)
        expect(here.storedReplies.length).toBeLessThanOrEqual(1)
        const ids = socket.ofType('live-reply-started').map(({ replyId }) => replyId)
        expect(new Set(ids).size).toBe(ids.length)
        await expectNothingOpen(here)
        await here.close()
      }
      harness = undefined
    },
    60_000,
  )

  it('is a key that is revoked in the middle', async () => {
    const here = await create()
    const socket = await speaking(here)
    here.vendor.connections[0]?.fail('close')
    await vi.waitFor(() => socket.expectEnd('failed'))
    expect(socket.ofType('live-ended')).toMatchObject([{ error: 'PROVIDER_ERROR', isRetryable: true }])
    expect(socket.ofType('live-reply-ended')).toMatchObject([{ finishReason: 'interrupted' }])
    await expectNothingOpen(here)
  })

  it('is a conversation that cannot be stored', async () => {
    const here = await create({
      storeQuestion: async () => {
        throw new DomainError('STORAGE_FULL', 'There is no room.')
      },
    })
    here.vendor.script({ heard: ['hello'] })
    const socket = here.open()
    await socket.started()
    socket.speak()
    await vi.waitFor(() => socket.expectEnd('failed'))
    expect(socket.ofType('live-ended')).toMatchObject([{ error: 'STORAGE_FULL', isRetryable: false }])
  })

  it('is an agent or a model that is not there', async () => {
    const { open } = await create()
    const socket = open()
    socket.start({ agentId: 'nobody' })
    await vi.waitFor(() => socket.expectEnd('failed'))
    expect(socket.ofType('live-ended')).toMatchObject([{ error: 'AGENT_UNKNOWN', isRetryable: false }])
    const other = open()
    other.start({ model: 'openai:other' })
    await vi.waitFor(() => other.expectEnd('failed'))
    expect(other.ofType('live-ended')).toMatchObject([{ error: 'NOT_FOUND' }])
  })

  it('is a caller with too many conversations', async () => {
    const { open } = await create({ limits: { perCaller: 2 } })
    for (const conversationId of ['a', 'b']) await open(member('ann')).started({ conversationId })
    const third = open(member('ann'))
    third.start({ conversationId: 'c' })
    third.expectEnd('failed')
    expect(third.ofType('live-ended')).toMatchObject([{ error: 'RATE_LIMITED', isRetryable: true }])
    await open(member('bob')).started()
  })
})
