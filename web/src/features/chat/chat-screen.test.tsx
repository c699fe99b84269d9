/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Agent } from '@vee/contract/entities/agent'
import type { ReplyEvent, ReplyMetadata } from '@vee/contract/stream/reply-event'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../fakes/vee/index.ts'
import {
  createChatStore,
  createComposer,
  MessageAction,
  MessageField,
  ModelChoiceContext,
  Welcome,
  type Chat,
  type ChooseModel,
  type Composer,
  type MessageActionKind,
} from './index.ts'
import { ConversationView } from './conversation/conversation.tsx'
import { requestsTo } from './store/requests.fixture.ts'

let vee: FakeVee
let chat: Chat
let composer: Composer
const onSay = vi.fn<(replyId: string, offset: number) => void>()

beforeEach(async () => {
  await switchTexts('en')
  sessionStorage.clear()
  vee = await startFakeVee()
  chat = createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({}),
    retryDelay: () => 0,
  })
  composer = createComposer(chat, (text) => chat.send(text))
  onSay.mockReset()
})

afterEach(async () => {
  cleanup()
  chat.dispose()
  await vee.close()
  vi.unstubAllGlobals()
})

const screenWith = (spoken: SpokenRange | null = null, kind: MessageActionKind = 'send') => (
  <>
    <ConversationView
      isCompact
      hasLog={false}
      chat={chat}
      agentLabel="V"
      spoken={spoken}
      onSay={onSay}
      onDownloadSpeech={() => undefined}
      onStopSaying={() => undefined}
      onEdit={() => composer.focus()}
    />
    <MessageField composer={composer} agentLabel="V" />
    <MessageAction
      composer={composer}
      kind={kind}
      onStop={() => chat.stopReply()}
      onInterrupt={() => undefined}
    />
  </>
)

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message V' })
const prompts = () => within(screen.getByRole('list', { name: 'Suggestions' })).getAllByRole('button')
const by = { agentId: 'v_agent', conversationId: 'c', model: 'gpt-4o', provider: 'openai' } as const

function sendReply(asked: Exchange, text: string, more: Partial<ReplyMetadata> = {}): void {
  const { replyId } = asked.body as { replyId: string }
  const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }
  asked.send({ type: 'chunk', content: text }, 1)
  const final: ReplyEvent = {
    type: 'final_response_metadata',
    replyId,
    ...by,
    usage,
    costUsd: 0.0123,
    persona: null,
    finishReason: 'stop',
    ...more,
  }
  asked.send(final, 2)
  asked.end()
}

describe('the message field', () => {
  it('sends with Enter and is empty then', async () => {
    render(screenWith())
    await userEvent.type(field(), 'Hello{Shift>}{Enter}{/Shift}there{Enter}')
    expect((await vee.next()).body).toMatchObject({ messages: [{ content: 'Hello\nthere' }] })
    expect(field().value).toBe('')
  })

  it('shows words that are being spoken after what was typed, for the eyes only', async () => {
    const withWords = (text: string, tail: string) => (
      <MessageField composer={composer} agentLabel="V" interimWords={{ text, tail }} />
    )
    const drawn = () => field().parentElement?.querySelector('p')
    const { rerender } = render(<MessageField composer={composer} agentLabel="V" />)
    expect(drawn()).toBeNull()
    await userEvent.type(field(), 'Tell me')
    rerender(withWords('what is', ' a tok'))
    expect(drawn()?.textContent).toBe('Tell me what is a tok')
    expect(drawn()?.querySelector('span')?.textContent).toBe(' a tok')
    expect(drawn()?.closest('[aria-hidden=true]')).toBeTruthy()
    expect(field().value).toBe('Tell me')
    await userEvent.type(field(), ',')
    expect(drawn()?.textContent).toBe('Tell me, what is a tok')
  })

  it('leaves Enter to the candidate list during composition', async () => {
    render(screenWith())
    await userEvent.type(field(), 'にほん')
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))
    // Safari's last one comes after the composition.
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, keyCode: 229 }))
    expect(field().value).toBe('にほん')
    expect(vee.untaken()).toEqual([])
  })

  it('is not sent without the files that were chosen for it, also before their code is loaded', async () => {
    render(screenWith())
    await userEvent.type(field(), 'What is this?')
    composer.attach([new File(['x'], 'x.txt', { type: 'text/plain' })])
    composer.send()
    expect(chat.state.getState().draftAttachments).toMatchObject([
      { name: 'x.txt', state: { kind: 'preparing' } },
    ])
    expect(field().value).toBe('What is this?')
    expect(chat.state.getState().messages).toEqual([])
  })

  it('reports that an empty message cannot be sent, until something is typed', async () => {
    render(screenWith())
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Message cannot be empty')).toBeDefined()
    expect(document.activeElement).toBe(field())
    await userEvent.type(field(), 'x')
    expect(screen.queryByText('Message cannot be empty')).toBeNull()
  })

  it('takes the last message back with ↑ and leaves it unchanged with Esc', async () => {
    render(screenWith())
    await userEvent.type(field(), 'Helo{Enter}')
    sendReply(await vee.next(), 'Hi')
    await screen.findByText('Hi')
    await userEvent.type(field(), '{ArrowUp}')
    expect(field().value).toBe('Helo')
    await userEvent.type(field(), '{Escape}')
    expect(field().value).toBe('')
    await userEvent.type(field(), '{ArrowUp}{Backspace}{Backspace}llo{Enter}')
    expect((await vee.next()).body).toMatchObject({ messages: [{ content: 'Hello' }] })
  })

  it('appends transcripts to the typed text and offers to send them', async () => {
    render(screenWith())
    await userEvent.type(field(), 'Typed')
    composer.addTranscript('and heard')
    await waitFor(() => expect(field().value).toBe('Typed and heard'))
    composer.focusSend()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
  })
})

describe('the one button', () => {
  it('offers to stop while a reply runs, and to send as soon as something is typed', async () => {
    const { rerender } = render(screenWith(null, 'stop'))
    expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined()
    await userEvent.type(field(), 'x')
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
    rerender(screenWith(null, 'interrupt'))
    await userEvent.clear(field())
    expect(screen.getByRole('button', { name: 'Interrupt' })).toBeDefined()
  })
})

describe('the conversation', () => {
  it('shows question and reply, and model and cost on demand', async () => {
    render(screenWith())
    chat.send('Hello')
    await screen.findByText('V is thinking…')
    sendReply(await vee.next(), 'Hi **there**')
    expect((await screen.findByText('there')).tagName).toBe('STRONG')
    const menus = await screen.findAllByRole('button', { name: 'More' })
    expect(screen.queryByText('gpt-4o')).toBeNull()
    await userEvent.click(menus.at(-1) ?? document.body)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Model and cost' }))
    expect(screen.getByText('gpt-4o')).toBeDefined()
    expect(screen.getByText('cost $0.012')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy reply' })).toBeDefined()
  })

  it('labels the built-in responder as such', async () => {
    render(screenWith())
    chat.send('Hello')
    sendReply(await vee.next(), 'Hi', { provider: 'builtin' })
    expect(await screen.findByText('Built-in responder')).toBeDefined()
  })

  it('reports how much of a long conversation the model did not receive', async () => {
    render(screenWith())
    chat.send('Hello')
    sendReply(await vee.next(), 'Hi', { historyUsed: { sent: 5, omitted: 12 } })
    expect(await screen.findByText('without 12 earlier messages')).toBeDefined()
  })

  it('announces a finished reply once, as plain text', async () => {
    render(screenWith())
    chat.send('Hello')
    sendReply(await vee.next(), 'See **[this](https://a.b)**:\n\n```js\ncode\n```\n\nDone.')
    await waitFor(() => expect(screen.getByText('V replied: See this: Done.').tagName).toBe('OUTPUT'))
  })

  it('shows what failed and what was kept, and tries again', async () => {
    render(screenWith())
    chat.send('Hello')
    const asked = await vee.next()
    asked.send({ type: 'chunk', content: 'So far' }, 1)
    asked.send({ type: 'error', error: 'PROVIDER_ERROR', message: 'internal words', retryable: true }, 2)
    const title = await screen.findByText('The reply was interrupted.')
    const note = title.closest('[role=alert]') as HTMLElement
    expect(note.textContent).toContain('The model provider is not responding.')
    expect(note.textContent).toContain('what was written so far are kept')
    expect(note.textContent).not.toContain('internal words')
    await userEvent.click(within(note).getByRole('button', { name: 'Try again' }))
    sendReply(await vee.next(), 'Hi')
    expect(await screen.findByText('Hi')).toBeDefined()
    expect(screen.queryByText('So far')).toBeNull()
  })

  it('names the local time at which a used-up allowance resets', async () => {
    render(screenWith())
    chat.send('Hello')
    const resetsAt = '2026-11-26T00:00:00.000Z'
    const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(resetsAt))
    const refusal = { error: 'ALLOWANCE_EXHAUSTED', message: 'internal words', requestId: 'r' }
    ;(await vee.next()).json(402, { ...refusal, details: { resetsAt, mayUseOwnKey: false } })
    expect(await screen.findByText(`Today’s allowance is used up. It resets at ${time}.`)).toBeDefined()
  })

  it('keeps regenerated replies side by side, by another model too', async () => {
    const chooseModel = vi.fn<ChooseModel>((onChosen) => onChosen('openai:other'))
    render(<ModelChoiceContext value={chooseModel}>{screenWith()}</ModelChoiceContext>)
    chat.send('Hello')
    sendReply(await vee.next(), 'The first.')
    await userEvent.click(await screen.findByRole('button', { name: 'Regenerate with another model' }))
    const second = await vee.next()
    expect(second.body).toMatchObject({ model: 'openai:other', keepsVersions: true })
    sendReply(second, 'The second.', { model: 'other' })
    const pager = await screen.findByRole('group', { name: 'Versions of this message' })
    const [previous, next] = within(pager).getAllByRole('button')
    expect(within(pager).getByRole('status').textContent).toBe('2 of 2')
    expect(next?.getAttribute('aria-disabled')).toBe('true')
    previous?.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('The first.')).toBeTruthy()
    expect(screen.queryByText('The second.')).toBeNull()
    // The same button: the focus stays.
    expect(document.activeElement).toBe(previous)
    expect(within(pager).getByRole('status').textContent).toBe('1 of 2')
    await userEvent.keyboard('{Enter}{Tab} ')
    expect(await screen.findByText('The second.')).toBeTruthy()
  })

  it('marks the sentence being spoken, and speaks a reply again', async () => {
    const { rerender } = render(screenWith())
    chat.send('Hello')
    sendReply(await vee.next(), 'One. Two.')
    await userEvent.click(await screen.findByRole('button', { name: 'Read aloud' }))
    const [replyId = '', offset] = onSay.mock.lastCall ?? []
    expect(offset).toBe(0)
    rerender(screenWith({ replyId, start: 5, end: 9 }))
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('Two.'))
    expect(screen.getByRole('button', { name: 'Stop reading' })).toBeDefined()
  })

  it('shows a waiting message and lets it be edited', async () => {
    render(screenWith())
    chat.send('One')
    chat.send('Two')
    await screen.findByText('Queued until this reply is finished')
    await userEvent.click(screen.getByRole('button', { name: 'Edit the queued message' }))
    expect(field().value).toBe('Two')
  })
})

const ignore = () => undefined

describe('the welcome', () => {
  const agent = {
    label: 'V',
    description: 'For complex tasks.',
    examplePrompts: ['a', 'b', 'c', 'd', 'e'],
    capabilities: { acceptsVoiceInput: true },
  } as unknown as Agent

  it('offers three examples that one press sends, and others on request', async () => {
    const onPick = vi.fn<(prompt: string) => void>()
    render(<Welcome agent={agent} hasModel onPick={onPick} onComplete={ignore} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Hello, I’m V. Talk or type.' })).toBeDefined()
    const first = prompts().map(({ textContent }) => textContent)
    expect(new Set(first).size).toBe(3)
    await userEvent.click(screen.getByRole('button', { name: 'More suggestions' }))
    const second = prompts().map(({ textContent }) => textContent)
    expect(new Set([...first, ...second])).toEqual(new Set(agent.examplePrompts))
    await userEvent.click(prompts()[0] as HTMLElement)
    expect(onPick).toHaveBeenCalledExactlyOnceWith(second[0])
  })

  it('offers without a model only what the built-in responder answers, and nothing until that is known', () => {
    const some = { ...agent, examplesWithoutModel: ['b'] }
    const { rerender } = render(
      <Welcome agent={some} hasModel={undefined} onPick={ignore} onComplete={ignore} />,
    )
    expect(screen.queryByRole('list')).toBeNull()
    rerender(<Welcome agent={some} hasModel={false} onPick={ignore} onComplete={ignore} />)
    expect(prompts().map(({ textContent }) => textContent)).toEqual(['b'])
  })

  it("offers the built-in responder's general examples where an agent has none of its own", () => {
    render(<Welcome agent={agent} hasModel={false} onPick={ignore} onComplete={ignore} />)
    expect(
      prompts()
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual(['What can you do?', 'What is 18 % of 240?', 'What time is it?'])
  })

  it.each([
    ['default', /^The built-in responder replies/],
    ['Coding', /^For complex tasks/],
  ])('shows without a model what replies instead of an agent for any question: %s', (category, text) => {
    const exampleAgent = { ...agent, category }
    const { rerender } = render(<Welcome agent={exampleAgent} hasModel onPick={ignore} onComplete={ignore} />)
    expect(screen.getByText('For complex tasks.')).toBeDefined()
    rerender(<Welcome agent={exampleAgent} hasModel={false} onPick={ignore} onComplete={ignore} />)
    expect(screen.getByText(text)).toBeDefined()
  })

  it('puts an example that still needs a text into the field', async () => {
    const [onPick, onComplete] = [vi.fn<(prompt: string) => void>(), vi.fn<(prompt: string) => void>()]
    const exampleAgent = { ...agent, examplePrompts: ['Shorten this'], examplesToComplete: ['Shorten this'] }
    render(<Welcome agent={exampleAgent} hasModel onPick={onPick} onComplete={onComplete} />)
    await userEvent.click(prompts()[0] as HTMLElement)
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('Shorten this')
    expect(onPick).not.toHaveBeenCalled()
  })

  it('has a name and a greeting for every agent when the catalogue is missing', () => {
    render(<Welcome agent={undefined} hasModel onPick={ignore} onComplete={ignore} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Hello, I’m V. Talk or type.' })).toBeDefined()
    expect(screen.queryByRole('list')).toBeNull()
  })
})

const questionOf = (id: string) => ({
  role: 'user' as const,
  id,
  text: `Question ${id}`,
  at: '2026-11-21T11:00:00.000Z',
  isSpoken: false,
})
const pageOfQuestions = (ids: readonly string[], nextCursor: string | null) => ({
  messages: ids.map((id) => ({
    id,
    role: 'user',
    content: `Question ${id}`,
    timestamp: '2026-11-21T11:00:00.000Z',
  })),
  nextCursor,
})

describe('a long conversation of the server', () => {
  it('loads what a question carries by itself, and older messages again after a failure', async () => {
    chat.show('c1', [questionOf('3')], 'before 3')
    render(screenWith())
    const first = await vee.next()
    expect(first.path).toBe('/api/conversations/c1?cursor=before+3&limit=300')
    first.json(503, { error: 'UNAVAILABLE', message: 'Busy', requestId: 'r' })
    const again = await screen.findByRole('button', {
      name: 'Older messages could not be loaded. Try again',
    })
    await userEvent.click(again)
    ;(await vee.next()).json(200, pageOfQuestions(['1', '2'], null))
    expect(await screen.findByText('Question 1')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Older messages/ })).toBeNull()
  })
})
