import { describe, expect, it } from 'vitest'
import {
  SECONDS_PER_CHARACTER,
  serverVoice,
  settle,
  setUpSpeechOutput,
  speechOf,
  typesOf,
} from './speech-output.fixture.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en-US' }

describe('a reply that is spoken while it is written', () => {
  it('speaks the first clause before the rest arrives, and everything in order', async () => {
    const { speechOutput, api, events, player } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', 'Well then, my friend, the sun')
    await settle()
    expect(api.texts).toEqual(['Well then, my friend,'])
    speechOutput.append('t1', ' is a star. It is hot.')
    speechOutput.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    ;(await player).play(60)
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts).toEqual(['Well then, my friend,', 'the sun is a star.', 'It is hot.'])
    expect(events).toEqual([
      { type: 'started', turnId: 't1' },
      { type: 'sentence', turnId: 't1', range: { replyId: 'r1', start: 0, end: 21 } },
      { type: 'sentence', turnId: 't1', range: { replyId: 'r1', start: 22, end: 40 } },
      { type: 'sentence', turnId: 't1', range: { replyId: 'r1', start: 41, end: 51 } },
      { type: 'finished', turnId: 't1' },
    ])
  })

  it('stops what was retracted without an event, and continues with what follows', async () => {
    const { speechOutput, api, events, player } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', 'They want a greeting. Short is best. ')
    await settle()
    ;(await player).play(0.1)
    await settle()
    speechOutput.retract('t1', 'They want a greeting. Short is best. '.length)
    speechOutput.append('t1', 'Good morning to you!')
    speechOutput.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts).toEqual(['They want a greeting.', 'Good morning to you!'])
    expect(typesOf(events)).toEqual(['started', 'sentence', 'started', 'sentence', 'finished'])
    expect(events.at(-2)).toMatchObject({ range: { start: 0, end: 20 } })
  })

  it('speaks what is left of a text again from where it was', async () => {
    const { speechOutput, api, player } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', 'The first one is here. Then a thought')
    await settle()
    speechOutput.retract('t1', ' Then a thought'.length)
    speechOutput.append('t1', ' The second one is here.')
    speechOutput.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts.at(-1)).toBe('The second one is here.')
  })

  it('requests two segments ahead of playback, not all', async () => {
    const { speechOutput, api, player } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append(
      't1',
      'The first one is here. The second one is here. The third is here. The fourth is here. ',
    )
    speechOutput.end('t1')
    await settle()
    expect(api.texts).toHaveLength(2)
    ;(await player).play(0.1)
    await settle()
    expect(api.texts).toHaveLength(3)
  })

  it('preserves the order when a later segment is synthesized sooner', async () => {
    const { speechOutput, api, events, player } = setUpSpeechOutput()
    const first = Promise.withResolvers<Uint8Array[]>()
    api.respond = ({ text }) => (text.startsWith('The first') ? first.promise : [speechOf(text)])
    speechOutput.begin(turn)
    speechOutput.append('t1', 'The first one is here. The second one is here.')
    speechOutput.end('t1')
    await settle()
    first.resolve([speechOf('The first one is here.')])
    await settle()
    ;(await player).play(60)
    const starts = events.flatMap((event) => (event.type === 'sentence' ? [event.range.start] : []))
    expect(starts).toEqual([0, 23])
  })

  it.each(['', ' \n ', '---', '🙂'])('finishes at once without text to speak: %j', async (text) => {
    const { speechOutput, api, events } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', text)
    speechOutput.end('t1')
    await settle()
    expect(events).toEqual([{ type: 'finished', turnId: 't1' }])
    expect(api.requests).toEqual([])
  })

  it('sends speed, language and voice along', async () => {
    const { speechOutput, api } = setUpSpeechOutput()
    speechOutput.begin({ ...turn, language: 'de-DE' })
    speechOutput.append('t1', 'Guten Tag, meine Damen und Herren.')
    speechOutput.end('t1')
    await settle()
    expect(api.requests[0]).toEqual({
      text: 'Guten Tag, meine Damen und Herren.',
      voice: 'openai_alloy',
      speed: 1.2,
      format: 'pcm',
      language: 'de-DE',
    })
  })

  it('ignores text of a turn that is over', async () => {
    const { speechOutput, api } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.begin({ ...turn, turnId: 't2', replyId: 'r2' })
    speechOutput.append('t1', 'This comes far too late. ')
    speechOutput.end('t1')
    speechOutput.append('t2', 'This is the one to hear.')
    speechOutput.end('t2')
    await settle()
    expect(api.texts).toEqual(['This is the one to hear.'])
  })
})

describe('a voice that knows when its words sound', () => {
  const text = 'The **first** one is here.'
  /** the spoken text has no stars */
  const words = [
    { start: 0, end: 3, atMs: 0 },
    { start: 4, end: 9, atMs: 200 },
    { start: 10, end: 13, atMs: 900 },
    { start: 14, end: 16, atMs: 950 },
    { start: 17, end: 22, atMs: 1_000 },
  ]

  async function startSpeaking() {
    const set = setUpSpeechOutput()
    set.api.voiceList = [{ ...serverVoice('openai', 'alloy'), hasWordTimes: true }]
    set.api.respond = (request) => {
      request.onWords?.(words.slice(0, 2))
      request.onWords?.(words.slice(1))
      return [speechOf(request.text)]
    }
    set.speechOutput.begin(turn)
    set.speechOutput.append('t1', text)
    set.speechOutput.end('t1')
    await settle()
    const player = await set.player
    const marked = () =>
      set.events.flatMap((event) =>
        event.type === 'word' ? [text.slice(event.range.start, event.range.end)] : [],
      )
    return { ...set, player, marked }
  }

  it('marks each word in the source when it sounds, once', async () => {
    const { player, marked, events } = await startSpeaking()
    player.play(0.1)
    player.play(0.05)
    expect(marked()).toEqual(['The'])
    player.play(0.05)
    expect(marked()).toEqual(['The', expect.stringContaining('first')])
    player.play(0.75)
    expect(marked().slice(2)).toEqual(['is'])
    player.play(60)
    await settle()
    expect(marked().slice(3)).toEqual(['here.'])
    expect(typesOf(events).at(-1)).toBe('finished')
  })

  it('is interrupted at the word that sounded, not at an estimate', async () => {
    const { player, speechOutput } = await startSpeaking()
    player.play(0.85)
    expect(text.slice(0, speechOutput.stop().playedUntil).trim()).toBe('The')
  })

  it('is not asked for words that it does not know', async () => {
    const { speechOutput, api } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', text)
    speechOutput.end('t1')
    await settle()
    expect(api.requests[0]).not.toHaveProperty('onWords')
  })
})

describe('stopping', () => {
  const text = 'The first one is here. The **second** one is here.'

  async function speakingAt(seconds: number) {
    const set = setUpSpeechOutput()
    set.speechOutput.begin(turn)
    set.speechOutput.append('t1', text)
    set.speechOutput.end('t1')
    await settle()
    ;(await set.player).play(seconds)
    await settle()
    return { ...set, player: await set.player }
  }

  it('silences the player at once and returns the played position in whole words', async () => {
    const { speechOutput, events, player } = await speakingAt(14 * SECONDS_PER_CHARACTER)
    const heard = speechOutput.stop()
    expect(player.silences).toBe(1)
    expect(text.slice(0, heard.playedUntil)).toBe('The first one ')
    expect(events.at(-1)).toEqual({ type: 'stopped', turnId: 't1', ...heard })
  })

  it('counts in the source, not in the spoken text', async () => {
    const { speechOutput } = await speakingAt((22 + 11.5) * SECONDS_PER_CHARACTER)
    expect(text.slice(0, speechOutput.stop().playedUntil)).toBe('The first one is here. The **second** ')
  })

  it('has played nothing before the first audio', async () => {
    const { speechOutput } = await speakingAt(0)
    expect(speechOutput.stop()).toEqual({ playedUntil: 0 })
  })

  it('aborts the running synthesis', async () => {
    const { speechOutput, api, events } = setUpSpeechOutput()
    api.respond = () => new Promise(() => {})
    speechOutput.begin(turn)
    speechOutput.append('t1', text)
    await settle()
    speechOutput.stop()
    await settle()
    expect(api.aborted).toEqual(['The first one is here.'])
    expect(typesOf(events)).toEqual(['stopped'])
  })

  it('is a no-op without speech, and reported once', async () => {
    const { speechOutput, events } = await speakingAt(0.1)
    speechOutput.stop()
    expect(speechOutput.stop()).toEqual({ playedUntil: 0 })
    expect(typesOf(events).filter((type) => type === 'stopped')).toHaveLength(1)
  })
})

const again = (replyId: string) => ({ turnId: `again-${replyId}`, replyId, language: 'en' })

describe('replaying', () => {
  it('speaks the text from an offset, with positions in the whole source', async () => {
    const { speechOutput, clock, events, player } = setUpSpeechOutput()
    speechOutput.replay(again('r1'), 'The first one. The second one is here.', 15)
    clock.advance(350)
    await settle()
    ;(await player).play(0.1)
    expect(events).toContainEqual({
      type: 'sentence',
      turnId: 'again-r1',
      range: { replyId: 'r1', start: 15, end: 38 },
    })
  })

  it.each([
    ['the middle of a word', 20, 'The second one is here.'],
    ['the title of a person', 48, 'It is by Dr. Smith.'],
    ['the end of a sentence', 38, 'It is by Dr. Smith.'],
    ['code that is only shown', 60, 'Code is on the screen.'],
  ])('begins with the sentence that contains %s', async (_, offset, first) => {
    const { speechOutput, api, clock } = setUpSpeechOutput()
    const markdown =
      'The first one. The second one is here. It is by Dr. Smith.\n```\nlet it = be\n```\nThat is all of it.'
    speechOutput.replay(again('r1'), markdown, offset)
    clock.advance(350)
    await settle()
    expect(api.texts[0]).toBe(first)
  })

  it('merges requests within 350 ms to the latest', async () => {
    const { speechOutput, api, clock, events } = setUpSpeechOutput()
    speechOutput.replay(again('r1'), 'This is the first wish.', 0)
    clock.advance(349)
    speechOutput.replay(again('r2'), 'This is the second wish.', 0)
    clock.advance(349)
    await settle()
    expect(api.requests).toEqual([])
    expect(events).toEqual([{ type: 'stopped', turnId: 'again-r1', playedUntil: 0 }])
    clock.advance(1)
    await settle()
    expect(api.texts).toEqual(['This is the second wish.'])
  })

  it('skips an identical text within 350 ms', async () => {
    const { speechOutput, api, clock } = setUpSpeechOutput()
    speechOutput.replay(again('r1'), 'This is the only wish.', 0)
    clock.advance(200)
    speechOutput.replay(again('r1'), 'This is the only wish.', 0)
    clock.advance(150)
    await settle()
    expect(api.texts).toEqual(['This is the only wish.'])
  })

  it('stops current speech at once for a new turn', async () => {
    const { speechOutput, api, clock, events } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', 'This is a running reply. ')
    speechOutput.replay(again('r0'), 'This is an older reply.', 0)
    expect(typesOf(events)).toEqual(['stopped'])
    speechOutput.begin({ ...turn, turnId: 't2' })
    clock.advance(1_000)
    await settle()
    expect(api.texts).not.toContain('This is an older reply.')
  })

  it.each(['', '  \n'])('resolves at once with an empty result for %j', (text) => {
    const { speechOutput, events } = setUpSpeechOutput()
    speechOutput.replay(again('r1'), text, 0)
    expect(events).toEqual([{ type: 'finished', turnId: 'again-r1' }])
  })
})

describe('muting', () => {
  it('stops at once and discards further replies', async () => {
    const { speechOutput, api, events } = setUpSpeechOutput()
    speechOutput.begin(turn)
    speechOutput.append('t1', 'This is a running reply. ')
    speechOutput.setMuted(true)
    speechOutput.begin({ ...turn, turnId: 't2' })
    speechOutput.append('t2', 'This is not to be heard. ')
    speechOutput.end('t2')
    await settle()
    expect(events).toEqual([
      { type: 'stopped', turnId: 't1', playedUntil: 0 },
      { type: 'finished', turnId: 't2' },
    ])
    expect(api.texts).not.toContain('This is not to be heard.')
  })

  it('speaks replies again after it ends', async () => {
    const { speechOutput, api } = setUpSpeechOutput()
    speechOutput.setMuted(true)
    speechOutput.setMuted(false)
    speechOutput.begin(turn)
    speechOutput.append('t1', 'This is to be heard again.')
    speechOutput.end('t1')
    await settle()
    expect(api.texts).toEqual(['This is to be heard again.'])
  })
})

describe('a browser that blocks audio', () => {
  it('requests a gesture once, and plays after it', async () => {
    const { speechOutput, context, clock, events, player } = setUpSpeechOutput()
    context.isAllowed = false
    speechOutput.begin(turn)
    speechOutput.append('t1', 'The first one is here. The second one is here.')
    speechOutput.end('t1')
    await settle()
    clock.advance(300)
    await settle()
    expect(typesOf(events)).toEqual(['needs-gesture'])
    context.isAllowed = true
    speechOutput.unlock()
    expect(context.state).toBe('running')
    ;(await player).play(60)
    await settle()
    expect(typesOf(events)).toEqual(['needs-gesture', 'started', 'sentence', 'sentence', 'finished'])
  })
})

describe('a gesture', () => {
  it('requests the voices, so that the first reply need not wait for them', async () => {
    const { speechOutput, api } = setUpSpeechOutput()
    speechOutput.unlock()
    expect(api.listCount).toBe(1)
    speechOutput.begin(turn)
    speechOutput.append('t1', 'The first one is here.')
    speechOutput.end('t1')
    await settle()
    expect(api.listCount).toBe(1)
    expect(api.texts).toEqual(['The first one is here.'])
  })
})

describe('a second reply while audio is blocked', () => {
  it('requests the gesture too', async () => {
    const { speechOutput, context, clock, events } = setUpSpeechOutput()
    context.isAllowed = false
    for (const turnId of ['t1', 't2']) {
      speechOutput.begin({ ...turn, turnId })
      speechOutput.append(turnId, 'The first one is here. ')
      speechOutput.end(turnId)
      await settle()
      clock.advance(300)
      await settle()
    }
    expect(typesOf(events)).toEqual(['needs-gesture', 'stopped', 'needs-gesture'])
  })
})

describe('the level', () => {
  it('is the level of the played audio', async () => {
    const { speechOutput, player } = setUpSpeechOutput()
    expect(speechOutput.level()).toBe(0)
    speechOutput.begin(turn)
    speechOutput.append('t1', 'The first one is here.')
    speechOutput.end('t1')
    await settle()
    expect(speechOutput.level()).toBeGreaterThan(0.5)
    ;(await player).play(60)
    expect(speechOutput.level()).toBe(0)
  })
})
