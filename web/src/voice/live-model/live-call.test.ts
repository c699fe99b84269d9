import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import type { SocketAnswer, SocketRequest } from '@vee/contract/socket/messages'
import { describe, expect, it, vi } from 'vitest'
import type { Frame } from '../capture/frames.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { Listening } from '../session/listening.ts'
import type { VoiceSessionController } from '../session/hands-free-port.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import type { PcmPlayer, PlayerOptions } from '../speak/playback/pcm-player.ts'
import { frameOf, syllables } from './frames.fixture.ts'
import { createLiveCall, type LiveCallHooks } from './live-call.ts'
import type { LiveCallPorts, LiveLinkListener } from './ports.ts'

/** The browser, the server and the page around a call; each is driven by the test. */
class CallFixture {
  readonly sent: SocketRequest[] = []
  sentSamples = 0
  readonly written: string[] = []
  readonly conversation: string[] = []
  readonly shown: Listening[] = []
  readonly calls: string[] = []
  readonly commands: string[] = []
  hasCommands = true
  readonly clock = new FakeClock()
  readonly call
  isMicrophoneOpen = false
  isDetectorReleased = false
  written24k = 0
  #follow: ((frame: Frame) => void) | undefined
  #listener: LiveLinkListener | undefined
  #lost = () => {}
  #played: PlayerOptions['onPlayed'] = () => {}

  constructor() {
    const controller = {
      show: (listening: Listening) => void this.shown.push(listening),
      showWords: () => {},
      storeUtterance: (id: string) => void this.calls.push(`keep ${id}`),
      discardUtterance: (id: string) => void this.calls.push(`discard ${id}`),
      fail: (reason: string) => void this.calls.push(`fail ${reason}`),
    } as unknown as VoiceSessionController
    const hooks: LiveCallHooks = {
      continueWithTurns: (speech) => void this.calls.push(`turns ${speech?.utteranceId ?? '-'}`),
    }
    this.call = createLiveCall(controller, this.#ports(), hooks)
  }

  #ports(): LiveCallPorts {
    let ids = 0
    const note = (entry: string) => void this.conversation.push(entry)
    return {
      microphone: {
        permission: async () => 'granted',
        open: async (onLost) => {
          this.isMicrophoneOpen = true
          this.#lost = onLost
          return this.#microphone()
        },
      },
      openPlayer: async (options) => {
        this.#played = options.onPlayed
        return this.#player()
      },
      connect: (listener) => {
        this.#listener = listener
        return {
          send: (request) => void this.sent.push(request),
          sendAudio: (samples) => void (this.sentSamples += samples.length),
          close: () => void this.calls.push('link closed'),
        }
      },
      start: () => ({ agentId: 'v_agent', messages: [], language: 'en-US', agents: [] }),
      conversation: {
        started: ({ model }) => note(`started ${model}`),
        asked: ({ text }) => note(`asked ${text}`),
        replyStarted: ({ replyId }) => note(`reply ${replyId}`),
        replySpoken: (_, text) => note(`spoken ${text}`),
        tool: () => {},
        replyEnded: ({ text }) => note(`ended ${text}`),
        replyLost: (replyId) => note(`lost ${replyId}`),
        askAgain: () => note('asked again'),
      },
      createDetector: () => ({
        ...createEnergyDetector({ sensitivityDb: -50, hasOneSpeaker: true }),
        dispose: () => void (this.isDetectorReleased = true),
      }),
      usesHeadphones: () => true,
      volume: () => 1,
      executeCommand: async (text) => this.commands.push(text) > 0 && this.hasCommands,
      onFallBack: (end) => void this.calls.push(`fell back ${end}`),
      clock: this.clock,
      createId: () => `id${++ids}`,
    }
  }

  #microphone = (): OpenMicrophone => ({
    begin: () => {},
    follow: (listener) => {
      this.#follow = listener
      return () => {}
    },
    level: () => 0,
    finish: () => Promise.reject(new Error('a call records its parts')),
    close: () => void (this.isMicrophoneOpen = false),
  })

  #player = (): PcmPlayer => ({
    write: (samples) => void (this.written24k += samples.length),
    endSentence: () => {},
    end: () => this.written24k / 24_000,
    duck: (isDucked) => void this.written.push(isDucked ? 'ducked' : 'full'),
    setPaused: (isPaused) => void this.written.push(isPaused ? 'paused' : 'resumed'),
    flush: () => {
      this.written24k = 0
      this.written.push('flushed')
    },
    level: () => 0.1,
    dispose: () => {},
  })

  async start(): Promise<void> {
    this.call.start()
    this.#listener?.ready()
    // The microphone and the player open in microtasks.
    await vi.waitUntil(() => this.sent.length === 1)
    this.sendAnswer({
      type: 'live-started',
      model: 'm',
      agentId: 'v_agent',
      conversationId: 'c',
      voice: 'v',
      maxSeconds: 60,
    })
  }

  sendAnswer(answer: Record<string, unknown> & { readonly type: string }): void {
    this.#listener?.answered({ liveId: 'id1', ...answer } as unknown as SocketAnswer)
  }

  /** The model speaks for that long, of which `playedMs` is played. */
  reply(replyId: string, ms: number, playedMs: number): void {
    this.sendAnswer({ type: 'live-reply-started', replyId, agentId: 'v_agent' })
    this.#listener?.sounded(new Uint8Array(48 * ms))
    this.#played(playedMs / 1_000)
  }

  playedTo = (ms: number) => this.#played(ms / 1_000)

  say(ms: number): void {
    for (let index = 0; index < ms / 10; index += 1) this.#follow?.(frameOf(syllables(0.1)(index)))
  }

  beQuiet(ms: number): void {
    for (let index = 0; index < ms / 10; index += 1) this.#follow?.(frameOf(0.0005))
  }

  loseConnection = () => this.#listener?.down()
  loseMicrophone = () => this.#lost()
}

it('sends the start, and then the sound of the microphone', async () => {
  const fixture = new CallFixture()
  await fixture.start()
  expect(fixture.sent).toEqual([
    { type: 'live-start', liveId: 'id1', agentId: 'v_agent', messages: [], language: 'en-US', agents: [] },
  ])
  fixture.say(400)
  expect(fixture.sentSamples).toBe(16 * 400)
  expect(fixture.shown.at(-1)).toMatchObject({ kind: 'live', activity: 'listening' })
})

it('writes both sides into the conversation, the reply word by word as it is spoken', async () => {
  const fixture = new CallFixture()
  await fixture.start()
  fixture.sendAnswer({ type: 'live-heard', messageId: 'q', text: 'Hello?', use: 'question' })
  expect(fixture.shown.at(-1)).toMatchObject({ activity: 'thinking' })
  fixture.reply('r1', 1_000, 0)
  fixture.sendAnswer({ type: 'live-reply-words', replyId: 'r1', text: 'Hi ', atMs: 0 })
  fixture.sendAnswer({ type: 'live-reply-words', replyId: 'r1', text: 'there', atMs: 500 })
  expect(fixture.shown.at(-1)).toMatchObject({ activity: 'speaking' })
  fixture.playedTo(100)
  fixture.playedTo(600)
  const end = { type: 'live-reply-ended', replyId: 'r1', finishReason: 'stop', audioMs: 1_000 }
  fixture.sendAnswer({ ...end, text: 'Hi there.' })
  fixture.playedTo(1_000)
  expect(fixture.conversation).toEqual([
    'started m',
    'asked Hello?',
    'reply r1',
    'spoken Hi ',
    'spoken there',
    'ended Hi there.',
  ])
  expect(fixture.shown.at(-1)).toMatchObject({ activity: 'listening' })
})

describe('an interruption', () => {
  it('by speech lowers and pauses the voice; cut by the server, it reports what was played', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.reply('r1', 5_000, 700)
    fixture.written.length = 0
    fixture.beQuiet(300)
    fixture.say(300)
    expect(fixture.written).toEqual(['ducked'])
    fixture.clock.advance(200)
    expect(fixture.written).toEqual(['ducked', 'paused'])
    fixture.sendAnswer({ type: 'live-reply-cut', replyId: 'r1' })
    expect(fixture.written.at(-1)).toBe('flushed')
    expect(fixture.sent.at(-1)).toEqual({
      type: 'live-interrupt',
      liveId: 'id1',
      replyId: 'r1',
      playedMs: 700,
    })
  })

  it('by a key drops audio of the reply that still arrives', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.reply('r1', 5_000, 700)
    expect(fixture.call.interrupt()).toBe(true)
    expect(fixture.call.interrupt()).toBe(false)
    expect(fixture.written24k).toBe(0)
    fixture.reply('r2', 100, 0)
    expect(fixture.written24k).toBe(2_400)
  })

  it('by typed text stops the voice, and the model receives the text', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.reply('r1', 5_000, 700)
    expect(fixture.call.say(' Wait ')).toBe(true)
    expect(fixture.sent.slice(-2)).toMatchObject([
      { type: 'live-interrupt', replyId: 'r1' },
      { type: 'live-text', text: 'Wait' },
    ])
  })
})

it('executes a command to the page, which is no message', async () => {
  const fixture = new CallFixture()
  await fixture.start()
  fixture.sendAnswer({ type: 'live-heard', messageId: 'q', text: 'Louder', use: 'command' })
  expect([fixture.commands, fixture.conversation]).toEqual([['Louder'], ['started m']])
})

it('passes on to the model what is no command on this page', async () => {
  const fixture = new CallFixture()
  fixture.hasCommands = false
  await fixture.start()
  fixture.sendAnswer({ type: 'live-heard', messageId: 'q', text: 'Is that certain?', use: 'command' })
  await vi.waitFor(() =>
    expect(fixture.sent.at(-1)).toMatchObject({ type: 'live-text', text: 'Is that certain?' }),
  )
})

describe('the end', () => {
  it('by the user closes microphone and connection', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.reply('r1', 5_000, 700)
    fixture.call.stop()
    expect(fixture.sent.at(-1)).toEqual({ type: 'live-end', liveId: 'id1', playedMs: 700 })
    expect([fixture.isMicrophoneOpen, fixture.calls.at(-1)]).toEqual([false, 'link closed'])
    expect(fixture.isDetectorReleased).toBe(true)
    expect(fixture.conversation.at(-1)).toBe('lost r1')
    expect(fixture.shown.at(-1)).toEqual({ kind: 'off' })
  })

  it('by a lost connection leaves the microphone open until turns have theirs, and preserves the speech', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.say(600)
    expect(fixture.calls).toEqual(['keep id2'])
    fixture.loseConnection()
    expect(fixture.calls.slice(1)).toEqual(['turns id2', 'fell back lost'])
    expect(fixture.isMicrophoneOpen).toBe(true)
    fixture.call.releaseMicrophone()
    expect(fixture.isMicrophoneOpen).toBe(false)
  })

  it('before a reply to a question has the question asked as a turn', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.sendAnswer({ type: 'live-heard', messageId: 'q', text: 'Hello?', use: 'question' })
    fixture.loseConnection()
    expect(fixture.conversation.at(-1)).toBe('asked again')
  })

  it('by the server is told once, with its reason', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    const end = { type: 'live-ended', isRetryable: false, seconds: 60, costUsd: 0.1 }
    fixture.sendAnswer({ ...end, reason: 'allowance' })
    fixture.loseConnection()
    expect(fixture.calls).toEqual(['link closed', 'turns -', 'fell back allowance'])
  })

  it('by a disconnected microphone continues with turns, which find another', async () => {
    const fixture = new CallFixture()
    await fixture.start()
    fixture.loseMicrophone()
    expect(fixture.calls).toContain('turns -')
  })
})

it('muted, sends no sound', async () => {
  const fixture = new CallFixture()
  await fixture.start()
  fixture.call.switchMute()
  fixture.say(400)
  expect([fixture.sentSamples, fixture.sent.at(-1)]).toEqual([
    0,
    { type: 'live-mute', liveId: 'id1', isMuted: true },
  ])
})
