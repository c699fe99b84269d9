import { describe, expect, it } from 'vitest'
import {
  SECONDS_PER_CHARACTER,
  serverVoice,
  settle,
  setUpSpeaker,
  speechOf,
  typesOf,
} from './speaker.fixture.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en-US' }

describe('a reply that is spoken while it is written', () => {
  it('speaks the first clause before the rest arrives, and everything in order', async () => {
    const { speaker, api, events, player } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', 'Well then, my friend, the sun')
    await settle()
    expect(api.texts).toEqual(['Well then, my friend,'])
    speaker.append('t1', ' is a star. It is hot.')
    speaker.end('t1')
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
    const { speaker, api, events, player } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', 'They want a greeting. Short is best. ')
    await settle()
    ;(await player).play(0.1)
    await settle()
    speaker.retract('t1', 'They want a greeting. Short is best. '.length)
    speaker.append('t1', 'Good morning to you!')
    speaker.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts).toEqual(['They want a greeting.', 'Good morning to you!'])
    expect(typesOf(events)).toEqual(['started', 'sentence', 'started', 'sentence', 'finished'])
    expect(events.at(-2)).toMatchObject({ range: { start: 0, end: 20 } })
  })

  it('speaks what is left of a text again from where it was', async () => {
    const { speaker, api, player } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', 'The first one is here. Then a thought')
    await settle()
    speaker.retract('t1', ' Then a thought'.length)
    speaker.append('t1', ' The second one is here.')
    speaker.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts.at(-1)).toBe('The second one is here.')
  })

  it('requests two segments ahead of playback, not all', async () => {
    const { speaker, api, player } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append(
      't1',
      'The first one is here. The second one is here. The third is here. The fourth is here. ',
    )
    speaker.end('t1')
    await settle()
    expect(api.texts).toHaveLength(2)
    ;(await player).play(0.1)
    await settle()
    expect(api.texts).toHaveLength(3)
  })

  it('preserves the order when a later segment is synthesized sooner', async () => {
    const { speaker, api, events, player } = setUpSpeaker()
    const first = Promise.withResolvers<Uint8Array[]>()
    api.respond = ({ text }) => (text.startsWith('The first') ? first.promise : [speechOf(text)])
    speaker.begin(turn)
    speaker.append('t1', 'The first one is here. The second one is here.')
    speaker.end('t1')
    await settle()
    first.resolve([speechOf('The first one is here.')])
    await settle()
    ;(await player).play(60)
    const starts = events.flatMap((event) => (event.type === 'sentence' ? [event.range.start] : []))
    expect(starts).toEqual([0, 23])
  })

  it.each(['', ' \n ', '---', '🙂'])('finishes at once without text to speak: %j', async (text) => {
    const { speaker, api, events } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', text)
    speaker.end('t1')
    await settle()
    expect(events).toEqual([{ type: 'finished', turnId: 't1' }])
    expect(api.requests).toEqual([])
  })

  it('sends speed, language and voice along', async () => {
    const { speaker, api } = setUpSpeaker()
    speaker.begin({ ...turn, language: 'de-DE' })
    speaker.append('t1', 'Guten Tag, meine Damen und Herren.')
    speaker.end('t1')
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
    const { speaker, api } = setUpSpeaker()
    speaker.begin(turn)
    speaker.begin({ ...turn, turnId: 't2', replyId: 'r2' })
    speaker.append('t1', 'This comes far too late. ')
    speaker.end('t1')
    speaker.append('t2', 'This is the one to hear.')
    speaker.end('t2')
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
    const set = setUpSpeaker()
    set.api.voiceList = [{ ...serverVoice('openai', 'alloy'), hasWordTimes: true }]
    set.api.respond = (request) => {
      request.onWords?.(words.slice(0, 2))
      request.onWords?.(words.slice(1))
      return [speechOf(request.text)]
    }
    set.speaker.begin(turn)
    set.speaker.append('t1', text)
    set.speaker.end('t1')
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
    const { player, speaker } = await startSpeaking()
    player.play(0.85)
    expect(text.slice(0, speaker.stop().playedUntil).trim()).toBe('The')
  })

  it('is not asked for words that it does not know', async () => {
    const { speaker, api } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', text)
    speaker.end('t1')
    await settle()
    expect(api.requests[0]).not.toHaveProperty('onWords')
  })
})

describe('stopping', () => {
  const text = 'The first one is here. The **second** one is here.'

  async function speakingAt(seconds: number) {
    const set = setUpSpeaker()
    set.speaker.begin(turn)
    set.speaker.append('t1', text)
    set.speaker.end('t1')
    await settle()
    ;(await set.player).play(seconds)
    await settle()
    return { ...set, player: await set.player }
  }

  it('silences the player at once and returns the played position in whole words', async () => {
    const { speaker, events, player } = await speakingAt(14 * SECONDS_PER_CHARACTER)
    const heard = speaker.stop()
    expect(player.silences).toBe(1)
    expect(text.slice(0, heard.playedUntil)).toBe('The first one ')
    expect(events.at(-1)).toEqual({ type: 'stopped', turnId: 't1', ...heard })
  })

  it('counts in the source, not in the spoken text', async () => {
    const { speaker } = await speakingAt((22 + 11.5) * SECONDS_PER_CHARACTER)
    expect(text.slice(0, speaker.stop().playedUntil)).toBe('The first one is here. The **second** ')
  })

  it('has played nothing before the first audio', async () => {
    const { speaker } = await speakingAt(0)
    expect(speaker.stop()).toEqual({ playedUntil: 0 })
  })

  it('aborts the running synthesis', async () => {
    const { speaker, api, events } = setUpSpeaker()
    api.respond = () => new Promise(() => {})
    speaker.begin(turn)
    speaker.append('t1', text)
    await settle()
    speaker.stop()
    await settle()
    expect(api.aborted).toEqual(['The first one is here.'])
    expect(typesOf(events)).toEqual(['stopped'])
  })

  it('is a no-op without speech, and reported once', async () => {
    const { speaker, events } = await speakingAt(0.1)
    speaker.stop()
    expect(speaker.stop()).toEqual({ playedUntil: 0 })
    expect(typesOf(events).filter((type) => type === 'stopped')).toHaveLength(1)
  })
})

const again = (replyId: string) => ({ turnId: `again-${replyId}`, replyId, language: 'en' })

describe('replaying', () => {
  it('speaks the text from an offset, with positions in the whole source', async () => {
    const { speaker, clock, events, player } = setUpSpeaker()
    speaker.replay(again('r1'), 'The first one. The second one is here.', 15)
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
    const { speaker, api, clock } = setUpSpeaker()
    const markdown =
      'The first one. The second one is here. It is by Dr. Smith.\n```\nlet it = be\n```\nThat is all of it.'
    speaker.replay(again('r1'), markdown, offset)
    clock.advance(350)
    await settle()
    expect(api.texts[0]).toBe(first)
  })

  it('merges requests within 350 ms to the latest', async () => {
    const { speaker, api, clock, events } = setUpSpeaker()
    speaker.replay(again('r1'), 'This is the first wish.', 0)
    clock.advance(349)
    speaker.replay(again('r2'), 'This is the second wish.', 0)
    clock.advance(349)
    await settle()
    expect(api.requests).toEqual([])
    expect(events).toEqual([{ type: 'stopped', turnId: 'again-r1', playedUntil: 0 }])
    clock.advance(1)
    await settle()
    expect(api.texts).toEqual(['This is the second wish.'])
  })

  it('skips an identical text within 350 ms', async () => {
    const { speaker, api, clock } = setUpSpeaker()
    speaker.replay(again('r1'), 'This is the only wish.', 0)
    clock.advance(200)
    speaker.replay(again('r1'), 'This is the only wish.', 0)
    clock.advance(150)
    await settle()
    expect(api.texts).toEqual(['This is the only wish.'])
  })

  it('stops current speech at once for a new turn', async () => {
    const { speaker, api, clock, events } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', 'This is a running reply. ')
    speaker.replay(again('r0'), 'This is an older reply.', 0)
    expect(typesOf(events)).toEqual(['stopped'])
    speaker.begin({ ...turn, turnId: 't2' })
    clock.advance(1_000)
    await settle()
    expect(api.texts).not.toContain('This is an older reply.')
  })

  it.each(['', '  \n'])('resolves at once with an empty result for %j', (text) => {
    const { speaker, events } = setUpSpeaker()
    speaker.replay(again('r1'), text, 0)
    expect(events).toEqual([{ type: 'finished', turnId: 'again-r1' }])
  })
})

describe('muting', () => {
  it('stops at once and discards further replies', async () => {
    const { speaker, api, events } = setUpSpeaker()
    speaker.begin(turn)
    speaker.append('t1', 'This is a running reply. ')
    speaker.setMuted(true)
    speaker.begin({ ...turn, turnId: 't2' })
    speaker.append('t2', 'This is not to be heard. ')
    speaker.end('t2')
    await settle()
    expect(events).toEqual([
      { type: 'stopped', turnId: 't1', playedUntil: 0 },
      { type: 'finished', turnId: 't2' },
    ])
    expect(api.texts).not.toContain('This is not to be heard.')
  })

  it('speaks replies again after it ends', async () => {
    const { speaker, api } = setUpSpeaker()
    speaker.setMuted(true)
    speaker.setMuted(false)
    speaker.begin(turn)
    speaker.append('t1', 'This is to be heard again.')
    speaker.end('t1')
    await settle()
    expect(api.texts).toEqual(['This is to be heard again.'])
  })
})

describe('a browser that blocks audio', () => {
  it('requests a gesture once, and plays after it', async () => {
    const { speaker, context, clock, events, player } = setUpSpeaker()
    context.isAllowed = false
    speaker.begin(turn)
    speaker.append('t1', 'The first one is here. The second one is here.')
    speaker.end('t1')
    await settle()
    clock.advance(300)
    await settle()
    expect(typesOf(events)).toEqual(['needs-gesture'])
    context.isAllowed = true
    speaker.unlock()
    expect(context.state).toBe('running')
    ;(await player).play(60)
    await settle()
    expect(typesOf(events)).toEqual(['needs-gesture', 'started', 'sentence', 'sentence', 'finished'])
  })
})

describe('a gesture', () => {
  it('requests the voices, so that the first reply need not wait for them', async () => {
    const { speaker, api } = setUpSpeaker()
    speaker.unlock()
    expect(api.listCount).toBe(1)
    speaker.begin(turn)
    speaker.append('t1', 'The first one is here.')
    speaker.end('t1')
    await settle()
    expect(api.listCount).toBe(1)
    expect(api.texts).toEqual(['The first one is here.'])
  })
})

describe('a second reply while audio is blocked', () => {
  it('requests the gesture too', async () => {
    const { speaker, context, clock, events } = setUpSpeaker()
    context.isAllowed = false
    for (const turnId of ['t1', 't2']) {
      speaker.begin({ ...turn, turnId })
      speaker.append(turnId, 'The first one is here. ')
      speaker.end(turnId)
      await settle()
      clock.advance(300)
      await settle()
    }
    expect(typesOf(events)).toEqual(['needs-gesture', 'stopped', 'needs-gesture'])
  })
})

describe('the level', () => {
  it('is the level of the played audio', async () => {
    const { speaker, player } = setUpSpeaker()
    expect(speaker.level()).toBe(0)
    speaker.begin(turn)
    speaker.append('t1', 'The first one is here.')
    speaker.end('t1')
    await settle()
    expect(speaker.level()).toBeGreaterThan(0.5)
    ;(await player).play(60)
    expect(speaker.level()).toBe(0)
  })
})
