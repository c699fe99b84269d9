import { expect, it } from 'vitest'
import { TimedReply } from './timed-reply.ts'

const MS = 48
let now = 0
const replyOf = (...parts: (readonly [text: string, ms: number])[]) => {
  now = 0
  const reply = new TimedReply(() => now)
  for (const [index, [text, ms]] of parts.entries()) {
    if (index > 0) reply.endPart()
    reply.addWords(text)
    reply.addAudio(ms * MS)
  }
  return reply
}

it('returns the words that were heard at any moment, never half a word, and never fewer later', () => {
  const text = 'A prime number has exactly two divisors.'
  const reply = replyOf([text, 4_000])
  let before = ''
  for (let playedMs = 0; playedMs <= 4_000; playedMs += 50) {
    const heard = reply.playedText(playedMs)
    expect(text.startsWith(heard)).toBe(true)
    expect([' ', undefined]).toContain(text[heard.length] === ' ' || heard === '' ? ' ' : text[heard.length])
    expect(heard.length).toBeGreaterThanOrEqual(before.length)
    expect(heard.length / text.length).toBeLessThanOrEqual(playedMs / 4_000 + 0.02)
    before = heard
  }
  expect(before).toBe(text)
  expect(reply.playedText(0)).toBe('')
})

it('cuts scripts without spaces anywhere', () => {
  const text = '素数は一とその数自身でしか割り切れない自然数のことです。二、三、五などがあります。'
  expect(replyOf([text, 4_000]).playedText(2_000)).toBe(text.slice(0, Math.round(text.length / 2)))
})

it('knows which part was being spoken', () => {
  const reply = replyOf(['Let me see.', 1_000], ['It is forty-two.', 2_000])
  expect(reply.text).toBe('Let me see. It is forty-two.')
  expect(reply.audioMs).toBe(3_000)
  expect(reply.playedText(1_000)).toBe('Let me see.')
  expect(reply.playedText(1_500)).toBe('Let me see. It')
  expect(reply.playedText(9_000)).toBe('Let me see. It is forty-two.')
})

it('keeps words without sound out of what was heard', () => {
  const reply = new TimedReply()
  reply.addWords('silent')
  expect(reply.playedText(5_000)).toBe('')
  expect(reply.remainingMs()).toBe(0)
})

it('estimates what was played by the clock', () => {
  const reply = replyOf(['one two', 1_000])
  expect(reply.playedMs()).toBe(0)
  now = 600
  expect(reply.playedMs()).toBe(500)
  expect(reply.remainingMs()).toBe(500)
  now = 5_000
  expect(reply.playedMs()).toBe(1_000)
  expect(reply.remainingMs()).toBe(0)
})
