import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee } from '../../../../../fakes/vee/index.ts'
import { fetchConversation } from '../lazy-conversation.ts'
import { createChatStore } from '../store/chat-store.ts'
import { requestsTo } from '../store/requests.fixture.ts'
import { sendWhenPrepared } from './lazy-files.ts'

beforeAll(fetchConversation)

it('sends the message with the last file that is prepared, and stores that its files are gone', async () => {
  openTab()
  const vee = await startFakeVee()
  onTestFinished(() => vee.close())
  function openChat() {
    const chat = createChatStore({
      ...requestsTo(vee.url),
      agentId: 'v_agent',
      preferences: () => ({ language: 'en-US' }),
      onAsked: () => undefined,
      onProgress: () => undefined,
      maySendWaiting: () => true,
      now: () => Date.UTC(2026, 10, 29),
      retryDelay: () => 0,
    })
    onTestFinished(() => chat.dispose())
    return chat
  }
  const chat = openChat()
  const draft = { id: 'd1', name: 'a.txt', state: { kind: 'preparing' } } as const
  const attachment = { id: 'a1', kind: 'document', name: 'a.txt', mediaType: 'text/plain', bytes: 1 } as const
  chat.changeDraftAttachments(() => [draft])
  sendWhenPrepared(chat, () => chat.send('Read it'))
  chat.changeDraftAttachments(() => [{ ...draft, state: { kind: 'ready', attachment } }])
  expect((await vee.next()).body).toMatchObject({ messages: [{ attachments: [{ id: 'a1' }] }] })
  expect(chat.state.getState().draftAttachments).toEqual([])
  expect(openChat().state.getState().draftAttachments).toEqual([])
})
