import { expect, it } from 'vitest'
import { createWorld } from './voice-session.fixture.ts'

type World = ReturnType<typeof createWorld>

function ask(world: World, text: string): string {
  world.session.submit(text)
  return world.asked.at(-1)?.turnId ?? ''
}

function reply(world: World, turnId: string, text: string) {
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.session.progress({ type: 'reply-text', turnId, text })
  world.speechOutput.emit({ type: 'started', turnId })
}

it('stops what was retracted of a reply, and continues with what follows', () => {
  const world = createWorld()
  const turnId = ask(world, 'hello')
  reply(world, turnId, 'They want a greeting. ')
  world.speechOutput.emit({ type: 'sentence', turnId, range: { replyId: 'r1', start: 0, end: 21 } })
  world.session.progress({ type: 'reply-retracted', turnId, length: 'They want a greeting. '.length })
  expect(world.session.snapshot().saying).toBeUndefined()
  world.session.progress({ type: 'reply-text', turnId, text: 'Hello!' })
  expect(world.speechOutput.said).toBe('Hello!')
  expect(world.stopped).toEqual([])
  world.speechOutput.playedUntil = 5
  world.session.press()
  world.session.escape()
  ask(world, 'no, wait')
  expect(world.asked.at(-1)?.interruptedReply).toEqual({ replyId: 'r1', playedText: 'Hello' })
})
