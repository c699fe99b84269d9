import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readJson } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { openTab } from '../../../../../fakes/browser/index.ts'
import { createChatStorage } from './chat-storage.ts'
import { storedConversations, shownMessages } from './tab-conversations.ts'
import type { Message } from './message.ts'

beforeEach(() => void openTab())
afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-21T12:00:00.000Z'
const reply = (
  id: string,
  text: string,
  state: Extract<Message, { role: 'assistant' }>['state'],
): Message => ({
  role: 'assistant',
  id,
  text,
  at,
  agentId: 'v_agent',
  state,
  lastEventId: 0,
  model: 'm',
})

test('the conversations of a tab return unchanged from the server, for every way in which a reply can end', () => {
  const messages: readonly Message[] = [
    { role: 'user', id: 'u1', text: 'Hello', at, isSpoken: false },
    reply('r1', 'Hi', { kind: 'complete', finishReason: 'stop' }),
    reply('r2', 'Ha', { kind: 'stopped' }),
    reply('r3', 'He', { kind: 'interrupted' }),
    reply('r4', 'Ho', { kind: 'failed', code: 'PROVIDER_ERROR', status: 200, canResume: false }),
    reply('r5', '', { kind: 'running' }),
  ]
  const storage = createChatStorage('v_agent')
  storage.storeHead('c1', messages)
  for (const message of messages) storage.storeMessage(message, messages)
  const [stored, ...others] = storedConversations()
  expect(others).toEqual([])
  expect(stored).toMatchObject({ id: 'c1', agentId: 'v_agent' })
  expect(stored && shownMessages({ ...stored, messages: [...stored.messages] })).toEqual(messages.slice(0, 5))
})

test('the agent that answers next survives a reload, under the name that every version has stored', () => {
  const storage = createChatStorage('v_agent')
  storage.storeAnsweringAgent('tutor_agent')
  storage.storeHead('c1', [])
  expect(readJson(storageKeyOf('conversation', 'v_agent'))).toMatchObject({ speakerId: 'tutor_agent' })
  expect(createChatStorage('v_agent').load()).toMatchObject({ answeringAgentId: 'tutor_agent' })
})
