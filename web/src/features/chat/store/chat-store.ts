import type { Sampling } from '@vee/contract/entities/sampling'
import { type AgentId, newConversationId } from '@vee/contract/entities/agent-ids'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomId } from '#lib/random-id.ts'
import type { TurnQuestion, ReplyProgress } from '#voice/session/ports.ts'
import type { Chat, ChatDependencies, OlderPage } from './chat.ts'
import { createChatStorage, KEEP_EVERY_MS, type ChatStorage } from './chat-storage.ts'
import { chatRequestFor, questionNow, versionWishes, type ChatPreferences } from './chat-request.ts'
import {
  findReply,
  lastUserMessage,
  newTurnId,
  quietState,
  withReply,
  type ChatState,
  type RunningReply,
  type WaitingMessage,
} from './chat-state.ts'
import { draftsOf, readyAttachments, type DraftAttachment } from '../files/draft-attachment.ts'
import { cutPath, withSiblings, type MessageTree } from '../versions/branches.ts'
import type { Message, ReplyMessage, UserMessage } from './message.ts'
import { stateAfter } from '../reply/reply-end.ts'
import { lazyRequestReply } from '../reply/lazy-reply-request.ts'
import type { ReplyPosition, RunningReplyRequest } from '../reply/reply-request.ts'
import type { ReplyEnd } from '../reply/reply-stream.ts'
import { withSource } from './sources.ts'
import { lastSpeakerIn, withEndedRanges, withSpeaker } from './speakers.ts'
import { separatorAfter } from './separator-after.ts'
import { sendDecision, type ToolDecision } from './tool-consent.ts'
import { withEndedSteps, stepsAfter } from './tool-steps.ts'

export function createChatStore(dependencies: ChatDependencies): Chat {
  return new StoredChat(dependencies)
}

/** turn of a live model's reply: after a reload, such a reply has ended */
const LIVE_TURN = 'live'
const STOPPED = { kind: 'stopped' } as const

class StoredChat implements Chat {
  readonly api: Chat['api']
  readonly state: StoreApi<ChatState>
  readonly #dependencies: ChatDependencies
  readonly #storage: ChatStorage
  #request: RunningReplyRequest | undefined
  /** the turn of the newest reply */
  #lastTurnId: string | undefined
  #storeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(dependencies: ChatDependencies) {
    this.#dependencies = dependencies
    this.api = dependencies.api
    this.#storage = createChatStorage(dependencies.agentId)
    const { conversationId = this.#newConversationId(), ...kept } = this.#storage.load(
      dependencies.beginsEmpty,
    )
    this.state = createStore(() => quietState({ agentId: dependencies.agentId, conversationId, ...kept }))
    globalThis.addEventListener('pagehide', this.#storeRunningReply)
    // A reply that was running before a reload is resumed after the last event that was stored.
    const last = kept.messages.at(-1)
    if (last?.role === 'assistant' && last.state.kind === 'running') this.#follow(last, newTurnId())
  }

  ask({ turnId, text, utteranceId, interruptedReply }: TurnQuestion): void {
    const isHere = this.state.getState().messages.some(({ id }) => id === interruptedReply?.replyId)
    this.#sendOrQueue({
      turnId,
      text: text.trim(),
      isSpoken: utteranceId !== undefined,
      ...(interruptedReply && isHere && { interruptedAfter: interruptedReply.playedText }),
    })
  }

  send(text: string): 'sent' | 'waiting' | 'empty' {
    return this.#sendOrQueue({ turnId: newTurnId(), text: text.trim(), isSpoken: false })
  }

  stop(turnId?: string): void {
    if (turnId === undefined) return this.stopReply()
    const { running, waiting } = this.state.getState()
    if (waiting?.turnId === turnId) this.#returnToDraft(waiting)
    if (running?.turnId === turnId) this.stopReply()
  }

  withdraw(turnId: string): void {
    const { running, waiting, draft, messages } = this.state.getState()
    // A reply may be complete before its question is.
    if ((running?.turnId ?? this.#lastTurnId) !== turnId) return this.stop(turnId)
    this.stopReply()
    const question = messages.at(-2)
    if (waiting || draft.trim() !== '' || question?.role !== 'user') return
    this.editLast()
  }

  sendWaitingMessage(): void {
    const { running, waiting } = this.state.getState()
    if (running || !waiting || this.#dependencies.maySendWaiting?.() === false) return
    this.state.setState({ waiting: undefined })
    this.#sendQuestion(waiting)
  }

  stopReply(): void {
    const request = this.#request
    request?.stop()
    if (request) this.#end({ kind: 'stopped' }, request.position())
  }

  retry(): void {
    const { messages, running } = this.state.getState()
    const last = messages.at(-1)
    if (running || !last) return
    if (last.role === 'assistant' && last.state.kind === 'failed' && last.state.canResume) {
      this.#follow(last, newTurnId())
      return
    }
    if (last.role === 'user') return this.#beginReply(newTurnId())
    const { isVersion, requestedModel } = last
    this.#drop([last])
    this.#beginReply(newTurnId(), {
      ...(isVersion && { isVersion }),
      ...(requestedModel !== undefined && { requestedModel }),
    })
  }

  regenerate(replyId: string, model?: string): void {
    const { messages, branchMessages, running } = this.state.getState()
    const index = messages.findIndex(({ id }) => id === replyId)
    const reply = messages[index]
    if (running || reply?.role !== 'assistant') return
    // A reply that failed before its first word is not worth keeping.
    if (reply.text === '' && index === messages.length - 1) this.#drop([reply])
    else this.showTree(cutPath({ messages, branchMessages }, index))
    this.#beginReply(newTurnId(), {
      ...((reply.text !== '' || reply.isVersion) && { isVersion: true }),
      ...(model !== undefined && { requestedModel: model }),
    })
  }

  changeMessages(change: (message: Message) => Message): void {
    const before = this.state.getState()
    const messages = before.messages.map(change)
    const branchMessages = before.branchMessages.map(change)
    this.state.setState({ messages, branchMessages })
    const stored = [...before.messages, ...before.branchMessages]
    for (const [index, message] of [...messages, ...branchMessages].entries())
      if (message !== stored[index]) this.#storage.storeMessage(message, messages)
  }

  showTree(tree: MessageTree, { continuesAfter }: { readonly continuesAfter?: string | null } = {}): void {
    const { conversationId, messages: before, branchMessages: beside } = this.state.getState()
    const messages = withSiblings(tree)
    const { branchMessages } = tree
    this.state.setState({ messages, branchMessages, continuesAfter, editingId: undefined })
    const kept = new Set([...messages, ...branchMessages].map(({ id }) => id))
    this.#storage.forget([...before, ...beside].filter(({ id }) => !kept.has(id)))
    this.#storage.storeBranches(branchMessages, messages)
    for (const message of messages)
      if (!before.includes(message)) this.#storage.storeMessage(message, messages)
    this.#storage.storeHead(conversationId, messages)
  }

  // The draft is stored before its state is set: a subscriber may send the message, which empties both.

  setDraft(draft: string): void {
    this.#storage.storeDraft(draft)
    this.state.setState({ draft })
    if (this.state.getState().draft.trim() === '') this.setDraftSampling(undefined)
  }

  setDraftSampling(draftSampling: Sampling | undefined): void {
    if (draftSampling === this.state.getState().draftSampling) return
    this.#storage.storeDraftSampling(draftSampling)
    this.state.setState({ draftSampling })
  }

  changeDraftAttachments(change: (drafts: readonly DraftAttachment[]) => readonly DraftAttachment[]): void {
    const draftAttachments = change(this.state.getState().draftAttachments)
    this.#storage.storeDraftFiles(draftAttachments)
    this.state.setState({ draftAttachments })
  }

  addToDraft(text: string): void {
    const { draft } = this.state.getState()
    this.setDraft(draft + separatorAfter(draft) + text)
  }

  editLast(): boolean {
    const { messages, waiting } = this.state.getState()
    if (waiting) {
      this.#returnToDraft(waiting)
      return true
    }
    const last = lastUserMessage(messages)
    return last !== undefined && this.edit(last.id)
  }

  edit(messageId: string): boolean {
    const message = this.state.getState().messages.find(({ id }) => id === messageId)
    if (message?.role !== 'user') return false
    this.state.setState({ editingId: message.id })
    this.changeDraftAttachments(() => draftsOf(message.attachments ?? []))
    this.setDraft(message.text)
    this.setDraftSampling(message.sampling)
    return true
  }

  cancelEdit(): void {
    this.state.setState({ editingId: undefined })
    this.changeDraftAttachments(() => [])
    this.setDraft('')
  }

  markPlayed(replyId: string, playedUntil: number): void {
    this.#changeReply(replyId, (reply) => ({ ...reply, heardUntil: playedUntil }))
  }

  readonly decideTool = (replyId: string, decision: ToolDecision) =>
    sendDecision(this.#dependencies.api, replyId, decision)

  putLive(message: Message): void {
    const { messages, running } = this.state.getState()
    const isKnown = messages.some(({ id }) => id === message.id)
    const isGrowing = message.role === 'assistant' && message.state.kind === 'running'
    const isToolChange =
      message.role === 'assistant' && findReply(messages, message.id)?.tools !== message.tools
    // A growing text re-renders only its own row.
    if (!isKnown) this.state.setState({ messages: [...messages, message] })
    else if (message.role === 'assistant' && (!isGrowing || isToolChange))
      this.state.setState({ messages: withReply(messages, message.id, () => message) })
    if (isGrowing) {
      const { id: replyId, text } = message
      this.state.setState({ running: { replyId, turnId: LIVE_TURN, text, connection: 'open' } })
    } else if (running?.replyId === message.id) {
      this.state.setState({ running: undefined })
      this.sendWaitingMessage()
    }
    const now = this.state.getState()
    if (message.role === 'assistant') {
      this.continueWith(message.agentId)
      this.#storeReply(message.id)
    } else this.#storage.storeMessage(message, now.messages)
    if (!isKnown) this.#storage.storeHead(now.conversationId, now.messages)
  }

  continueWith(answeringAgentId: AgentId): void {
    const { answeringAgentId: before, conversationId, messages } = this.state.getState()
    if (answeringAgentId === before) return
    this.state.setState({ answeringAgentId })
    this.#storage.storeAnsweringAgent(answeringAgentId)
    this.#storage.storeHead(conversationId, messages)
  }

  startNew(projectId?: string): void {
    this.#request?.stop()
    this.show(this.#newConversationId(), [])
    if (projectId === undefined) return
    this.state.setState({ projectId })
    this.#storage.storeProject(projectId)
    this.#storage.storeHead(this.state.getState().conversationId, [])
  }

  show(conversationId: string, messages: readonly Message[], olderCursor?: string): void {
    const { waiting } = this.state.getState()
    if (waiting) this.#returnToDraft(waiting)
    const request = this.#request
    if (request) {
      request.disconnect()
      this.#end({ kind: 'stopped' }, request.position())
    }
    const { messages: before, branchMessages: beside } = this.state.getState()
    this.#storage.forget([...before, ...beside])
    const answeringAgentId = lastSpeakerIn(messages) ?? this.#dependencies.agentId
    this.state.setState({
      conversationId,
      answeringAgentId,
      messages,
      branchMessages: [],
      olderCursor,
      editingId: undefined,
      continuesAfter: undefined,
      projectId: undefined,
    })
    this.#storage.storeAnsweringAgent(answeringAgentId)
    this.#storage.storeAll(conversationId, messages, olderCursor)
  }

  addOlder({ conversationId, cursor, messages: older, olderCursor }: OlderPage): void {
    const now = this.state.getState()
    if (now.conversationId !== conversationId || now.olderCursor !== cursor) return
    const ids = new Set(older.map(({ id }) => id))
    const newer = now.messages.filter(({ id }) => !ids.has(id))
    this.state.setState({ messages: [...older, ...newer], olderCursor })
  }

  dispose(): void {
    this.#storeRunningReply()
    globalThis.removeEventListener('pagehide', this.#storeRunningReply)
    this.#request?.disconnect()
    this.#request = undefined
  }

  #sendOrQueue(message: WaitingMessage): 'sent' | 'waiting' | 'empty' {
    const { running, waiting, draft, draftAttachments, draftSampling, editingId } = this.state.getState()
    const attachments = readyAttachments(draftAttachments)
    if (message.text === '' && attachments.length === 0) return 'empty'
    const isDraft = draft.trim() === message.text
    const question = {
      ...message,
      ...(attachments.length > 0 && { attachments }),
      ...(isDraft && draftSampling && { sampling: draftSampling }),
    }
    // A file that is still being prepared belongs to the next message.
    this.changeDraftAttachments((drafts) => drafts.filter(({ state }) => state.kind === 'preparing'))
    if (isDraft && editingId !== undefined) {
      this.#replaceFrom(editingId, question)
      return 'sent'
    }
    if (running) {
      const text = waiting ? `${waiting.text}\n\n${question.text}` : question.text
      const all = [...(waiting?.attachments ?? []), ...attachments]
      this.state.setState({ waiting: { ...question, text, ...(all.length > 0 && { attachments: all }) } })
      if (isDraft) this.setDraft('')
      return 'waiting'
    }
    this.#sendQuestion(question)
    if (isDraft) this.setDraft('')
    return 'sent'
  }

  #sendQuestion({ turnId, ...said }: WaitingMessage): void {
    const { continuesAfter: askedAfter } = this.state.getState()
    const message: UserMessage = {
      role: 'user',
      id: randomId(),
      at: this.#isoNow(),
      ...said,
      ...(askedAfter !== undefined && said.replaces === undefined && { askedAfter }),
    }
    this.state.setState(({ messages, branchMessages }) => ({
      messages: withSiblings({ messages: [...messages, message], branchMessages }),
      continuesAfter: undefined,
    }))
    this.#beginReply(turnId)
    const { messages } = this.state.getState()
    this.#storage.storeMessage(messages.find(({ id }) => id === message.id) ?? message, messages)
  }

  /**
   * Requests the reply to the last message. The request is sent first; the rest is stored in the same tick.
   */
  #beginReply(turnId: string, more: Partial<ReplyMessage> = {}): void {
    const { askOverVoice } = this.#dependencies
    const { answeringAgentId: agentId } = this.state.getState()
    const question = questionNow(this.state.getState(), this.#readPreferences())
    const reply: ReplyMessage = {
      role: 'assistant',
      id: askOverVoice?.({ ...question, ...versionWishes(more) }) ?? randomId(),
      text: '',
      at: this.#isoNow(),
      agentId,
      state: { kind: 'running' },
      lastEventId: 0,
      ...more,
    }
    this.#follow(reply, turnId)
    const { conversationId, messages } = this.state.getState()
    this.#storage.storeHead(conversationId, messages)
    this.#storage.storeMessage(messages.at(-1) ?? reply, messages)
  }

  #follow(reply: ReplyMessage, turnId: string): void {
    this.#lastTurnId = turnId
    const { id, text, reasoning, lastEventId } = reply
    const before = this.state.getState().messages.filter((message) => message.id !== id)
    const running: RunningReply = { replyId: id, turnId, text, connection: 'reaching' }
    this.#request = lazyRequestReply(
      this.#dependencies,
      {
        ...chatRequestFor(this.state.getState(), before, id, this.#readPreferences()),
        ...versionWishes(reply),
      },
      { text, lastEventId, ...(reasoning !== undefined && { reasoning }) },
      {
        started: ({ model, provider, agentId }) => {
          this.#changeReply(id, (reply) => ({ ...reply, model, provider, agentId }))
          this.continueWith(agentId)
          this.#report({ type: 'reply-started', turnId, replyId: id })
        },
        added: (piece) => this.#report({ type: 'reply-text', turnId, text: piece }),
        speaker: (agentId, offset) => {
          this.#changeReply(id, (reply) => withSpeaker(reply, agentId, offset))
          this.continueWith(agentId)
        },
        retracted: (length) => this.#report({ type: 'reply-retracted', turnId, length }),
        tool: (event) =>
          this.#changeReply(id, (reply) => ({ ...reply, tools: stepsAfter(reply.tools ?? [], event) })),
        source: (source) =>
          this.#changeReply(id, (reply) => ({ ...reply, sources: withSource(reply.sources ?? [], source) })),
        grew: ({ text, reasoning }, arriving) => {
          this.#changeRunning({ text, reasoning, arriving })
          this.#storeTimer ??= setTimeout(this.#storeRunningReply, KEEP_EVERY_MS)
        },
        connection: (connection) => {
          if (this.state.getState().running?.connection !== connection) this.#changeRunning({ connection })
        },
        ended: (end, position) => this.#end(end, position),
      },
      this.#dependencies,
    )
    const messages = [...before, { ...reply, state: { kind: 'running' as const } }]
    const { branchMessages } = this.state.getState()
    this.state.setState({ running, messages: withSiblings({ messages, branchMessages }) })
    this.#dependencies.onAsked?.(turnId, lastEventId > 0)
  }

  #end(end: ReplyEnd | { readonly kind: 'stopped' }, position: ReplyPosition): void {
    const { running, waiting } = this.state.getState()
    if (!running) return
    const { state, facts, outcome } = stateAfter(end)
    this.#request = undefined
    clearTimeout(this.#storeTimer)
    this.#storeTimer = undefined
    this.#changeReply(running.replyId, (reply) =>
      withEndedRanges({ ...reply, ...withEndedSteps(reply), ...position, ...facts, state }),
    )
    this.state.setState({ running: undefined })
    this.#report({ type: 'reply-ended', turnId: running.turnId, outcome })
    if (waiting && outcome === 'failed') this.#returnToDraft(waiting)
    else this.sendWaitingMessage()
  }

  readonly #storeRunningReply = (): void => {
    clearTimeout(this.#storeTimer)
    this.#storeTimer = undefined
    const { running } = this.state.getState()
    if (running) this.#storeReply(running.replyId)
  }

  #changeRunning(change: Partial<RunningReply>): void {
    this.state.setState(({ running }) => (running ? { running: { ...running, ...change } } : {}))
  }

  #changeReply(replyId: string, change: (reply: ReplyMessage) => ReplyMessage): void {
    this.state.setState(({ messages }) => ({ messages: withReply(messages, replyId, change) }))
    this.#storeReply(replyId)
  }

  #storeReply(replyId: string): void {
    const { messages, running } = this.state.getState()
    const reply = findReply(messages, replyId)
    if (!reply) return
    if (running?.replyId !== replyId) return this.#storage.storeMessage(reply, messages)
    const stored =
      running.turnId === LIVE_TURN
        ? { ...reply, text: running.text, state: STOPPED }
        : { ...reply, ...this.#request?.position() }
    this.#storage.storeMessage(stored, messages)
  }

  #returnToDraft({ text, attachments = [], sampling }: WaitingMessage): void {
    this.changeDraftAttachments((drafts) => [...draftsOf(attachments), ...drafts])
    const { draft } = this.state.getState()
    this.state.setState({ waiting: undefined })
    this.setDraft(draft === '' ? text : `${text}\n\n${draft}`)
    if (sampling) this.setDraftSampling(sampling)
  }

  /** Asks a question next to an earlier one, which stays with what follows it. */
  #replaceFrom(messageId: string, question: WaitingMessage): void {
    const { waiting } = this.state.getState()
    this.state.setState({ waiting: undefined, editingId: undefined })
    this.stopReply()
    const { messages, branchMessages } = this.state.getState()
    const index = messages.findIndex(({ id }) => id === messageId)
    if (index !== -1) this.showTree(cutPath({ messages, branchMessages }, index))
    this.#sendQuestion({ ...question, replaces: messageId })
    this.state.setState({ waiting })
    this.setDraft('')
  }

  #drop(removedMessages: readonly Message[]): void {
    const ids = new Set(removedMessages.map(({ id }) => id))
    this.state.setState(({ messages }) => ({ messages: messages.filter(({ id }) => !ids.has(id)) }))
    this.#storage.forget(removedMessages)
  }

  #readPreferences(): ChatPreferences {
    const { conversationId, answeringAgentId } = this.state.getState()
    return this.#dependencies.preferences(conversationId, answeringAgentId)
  }

  #report(progress: ReplyProgress): void {
    this.#dependencies.onProgress?.(progress)
  }

  readonly #isoNow = () => new Date((this.#dependencies.now ?? Date.now)()).toISOString()
  readonly #newConversationId = () =>
    newConversationId(this.#dependencies.agentId, randomId().slice(0, 8), Date.parse(this.#isoNow()))
}
