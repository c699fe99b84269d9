import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FRAME_MS, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { Detection } from '../detect/detector.ts'
import type { TurnSeat } from '../session/hands-free-port.ts'
import type { Listening } from '../session/listening.ts'
import { READY } from '../session/voice-machine.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import { createHandsFree } from './hands-free.ts'

const FRAME: Frame = { samples: new Int16Array(FRAME_SAMPLES).fill(3_000), level: 0.1 }

/** A microphone whose frames come when the test says so, and a detector that finds what the test says. */
function world(words = 'What is a token bucket?') {
  const clock = new FakeClock()
  const shown: Listening[] = []
  const calls: string[] = []
  const segments = new Map<string, OpenMicrophone>()
  let follow: ((frame: Frame) => void) | undefined
  let lose: (() => void) | undefined
  let found: Detection[] = []
  let open = 0
  const failures: MicrophoneError[] = []
  let ids = 0
  const seat: TurnSeat = {
    beginSegment(id, segment, known) {
      segments.set(id, segment)
      calls.push(`begin ${known ?? '?'}`)
    },
    endSegment: () => void calls.push('end'),
    dropSegment: () => void calls.push('drop'),
    finishTurn: (sends) => void calls.push(sends ? 'send' : 'review'),
    interrupt: () => void calls.push('interrupt'),
    duck: () => undefined,
    hold: () => undefined,
    fail: (reason) => void calls.push(`fail ${reason}`),
    show: (listening) => void shown.push(listening),
    playbackLevel: () => 0,
    state: () => READY,
  }
  const handsFree = createHandsFree(seat, {
    microphone: {
      permission: () => Promise.resolve('granted'),
      open(onLost) {
        lose = onLost
        const failure = failures.shift()
        if (failure) return Promise.reject(failure)
        open += 1
        return Promise.resolve({
          begin: () => undefined,
          follow(listener) {
            follow = listener
            return () => undefined
          },
          level: () => 0.1,
          finish: () => Promise.reject(new Error('never closed by finishing')),
          close: () => void (open -= 1),
        })
      },
    },
    createDetector: () => ({
      push() {
        const now = found
        found = []
        return now
      },
      reset: () => undefined,
    }),
    transcriber: {
      start: () => ({
        finish: () => Promise.resolve({ text: words, language: undefined }),
        abort: () => undefined,
      }),
    },
    rules: () => ({
      autoSend: true,
      smartEnd: true,
      pauseTimeoutMs: 6_500,
      silenceSendDelayMs: 2_500,
      commandTimeoutMs: 4_000,
      commandPauseMs: 1_500,
      vadSilenceMs: 3_000,
      maxSegmentMs: 28_000,
    }),
    duplex: () => ({ listensDuringResponse: false, usesHeadphones: false }),
    language: () => 'en-US',
    wakeWords: () => ['vee'],
    spotter: { works: () => false, start: () => undefined, stop: () => undefined },
    obey: () => Promise.resolve(false),
    chime: () => void calls.push('chime'),
    clock,
    createId: () => `id${(ids += 1)}`,
  })
  return {
    handsFree,
    calls,
    segments,
    failures,
    lose: () => lose?.(),
    isOpen: () => open > 0,
    kind: () => shown.at(-1)?.kind,
    /** Lets so much sound come; the detector finds this in its last frame. */
    hears(ms: number, ...detections: Detection[]) {
      for (let at = FRAME_MS; at <= ms; at += FRAME_MS) {
        clock.advance(FRAME_MS)
        if (at + FRAME_MS > ms) found = detections
        follow?.(FRAME)
      }
    },
    passes: (ms: number) => clock.advance(ms),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('hands-free listening', () => {
  let here: ReturnType<typeof world>

  beforeEach(() => {
    here = world()
  })

  it('keeps a turn from before its onset on, and sends it when it is complete', async () => {
    here.handsFree.start('continuous')
    await settled()
    here.hears(1_000)
    here.hears(80, { type: 'speech-start', at: 1_000 })
    expect(here.kind()).toBe('talking')
    here.hears(1_000, { type: 'speech-end', at: 1_880 })
    here.passes(300)
    expect(here.calls).toEqual(['begin ?', 'end'])
    const [id, segment] = [...here.segments][0] ?? []
    const take = await segment?.finish()
    // 480 ms from before it was found, and a second of it.
    expect(take?.durationSeconds).toBeCloseTo(1.48, 1)
    here.handsFree.onHeard(id ?? '', 'What is a token bucket?')
    here.passes(700)
    expect(here.calls.at(-1)).toBe('send')
  })

  it('takes a second turn after a reply, at its own time', async () => {
    here.handsFree.start('continuous')
    await settled()
    here.hears(5_000)
    here.handsFree.onTurn({ phase: 'speaking', turnId: 't1', isWriting: false, isHeld: false })
    here.hears(40_000)
    here.handsFree.onTurn(READY)
    here.hears(1_000, { type: 'speech-start', at: 920 })
    here.hears(2_000, { type: 'speech-end', at: 2_800 })
    expect(here.calls).toEqual(['begin ?'])
    here.passes(300)
    expect(here.calls).toEqual(['begin ?', 'end'])
    here.passes(1_900)
    expect(here.calls).toEqual(['begin ?', 'end'])
    here.passes(100)
    expect(here.calls.at(-1)).toBe('send')
  })

  it('listens for a wake word without keeping anything', async () => {
    here = world('Vee, what is a token bucket?')
    here.handsFree.start('voice-activation')
    await settled()
    here.hears(80, { type: 'speech-start', at: 0 })
    here.hears(1_000, { type: 'speech-end', at: 1_000 })
    expect(here.calls).toEqual([])
    await vi.waitFor(() => expect(here.calls).toEqual(['chime', 'begin what is a token bucket?', 'end']))
  })

  it('goes on with another microphone when the one it had is unplugged', async () => {
    here.handsFree.start('continuous')
    await settled()
    here.lose()
    await settled()
    expect(here.isOpen()).toBe(true)
    expect(here.kind()).toBe('ready')
  })

  it('ends, and says why, when there is no other', async () => {
    here.handsFree.start('continuous')
    await settled()
    here.failures.push(new MicrophoneError('none'))
    here.lose()
    await settled()
    expect(here.isOpen()).toBe(false)
    expect(here.calls).toEqual(['fail none'])
    expect(here.kind()).toBe('off')
  })

  it.each(['opening', 'ready', 'talking'])(
    'leaves no microphone open when it is stopped while %s',
    async (when) => {
      here.handsFree.start('continuous')
      if (when !== 'opening') await settled()
      if (when === 'talking') here.hears(80, { type: 'speech-start', at: 0 })
      here.handsFree.stop()
      await settled()
      expect(here.isOpen()).toBe(false)
      expect(here.kind()).toBe('off')
    },
  )
})
