import type { ConsentAnswer } from '@vee/contract/spoken/consent-answers'
import type { Agent } from '@vee/contract/entities/agent'
import type { Chat } from '#features/chat/index.ts'
import { findReply } from '#features/chat/store/chat-state.ts'
import type { ToolStep } from '#features/chat/store/tool-steps.ts'
import { asideText } from '#features/voice/read-aloud/announcements.ts'
import type { Clock, VoiceSession } from '#voice/index.ts'

/** Silence of a search before a sentence explains it, in ms. */
const EXPLAIN_AFTER_MS = 1_500
const SEARCHING = 'searching'

interface FollowToolsDependencies {
  readonly session: Pick<VoiceSession, 'addAside' | 'dropAside' | 'askConsent'>
  readonly agents: () => readonly Agent[]
  /** returns the BCP 47 tag of the language of replies */
  readonly language: () => string
  /** plays the sound of a search */
  readonly playSearching: () => void
  readonly clock: Clock
}

export interface ToolFollower {
  /** Follows this conversation instead of the one before. */
  follow(chat: Pick<Chat, 'state'>): void
}

/**
 * Makes audible what the tools of a reply do: asks aloud for consent, plays a sound when a search begins, and says what
 * happens if no text has arrived after 1.5 s.
 */
export function createToolFollower(dependencies: FollowToolsDependencies): ToolFollower {
  const { session, agents, language, playSearching, clock } = dependencies
  /** the search whose sound was played */
  let searchId: string | undefined
  /** the reply whose search was explained, or will be */
  let explained: { readonly replyId: string; readonly textLength: number } | undefined
  let cancelExplanation = ignore
  let stop = ignore

  function explainSoon(chat: Pick<Chat, 'state'>, replyId: string, textLength: number): void {
    cancelExplanation()
    explained = { replyId, textLength }
    cancelExplanation = clock.after(EXPLAIN_AFTER_MS, () => {
      const { running } = chat.state.getState()
      if (running?.replyId === replyId && running.text.length === textLength)
        session.addAside({ id: SEARCHING, text: asideText(language(), 'searching'), yieldsToText: true })
    })
  }

  function update(chat: Pick<Chat, 'state'>): void {
    const { running, answeringAgentId } = chat.state.getState()
    const steps = toolsInProgress(chat)
    const askingStep = askingIn(chat)?.step
    const askingId = askingStep?.agentId ?? answeringAgentId
    const agent = agents().find(({ id }) => id === askingId)?.label ?? 'Vee'
    session.askConsent(
      askingStep && { callId: askingStep.id, text: questionOf(askingStep, agent, language()) },
    )
    const search = steps.find((step) => step.state === 'running' && isSearch(step))
    if (!running || !search || search.id === searchId) return
    searchId = search.id
    playSearching()
    if (explained?.replyId !== running.replyId) explainSoon(chat, running.replyId, running.text.length)
  }

  return {
    follow(chat) {
      stop()
      cancelExplanation()
      stop = chat.state.subscribe(() => update(chat))
      update(chat)
    },
  }
}

const ignore = () => {}

/** Returns the tools that the reply in progress uses. */
function toolsInProgress({ state }: Pick<Chat, 'state'>): readonly ToolStep[] {
  const { running, messages } = state.getState()
  return (running && findReply(messages, running.replyId)?.tools) ?? []
}

/** Sends the answer to the question about a tool call of the reply in progress. Returns false if there is none. */
export function answerToolConsent(
  chat: Pick<Chat, 'state' | 'decideTool'>,
  answer: ConsentAnswer,
  callId?: string,
): boolean {
  const askingStep = askingIn(chat, callId)
  if (!askingStep) return false
  const decision = answer === 'no' ? 'deny' : 'allow'
  void chat.decideTool(askingStep.replyId, {
    callId: askingStep.step.id,
    decision,
    forSession: answer === 'always',
  })
  return true
}

export const awaitsConsent = (chat: Pick<Chat, 'state'>): boolean => askingIn(chat) !== undefined

/** Messages in which a tool may wait: a live model may speak while a reply that it has delegated asks. */
const ASKING_WITHIN = 6

/** Returns the tool call that waits for the user: of the reply in progress, or of one that a live model has delegated. */
function askingIn({ state }: Pick<Chat, 'state'>, callId?: string) {
  const { running, messages } = state.getState()
  const recent = messages.slice(-ASKING_WITHIN).filter((message) => message.role === 'assistant')
  const current = running && findReply(messages, running.replyId)
  for (const reply of [...(current ? [current] : []), ...recent.toReversed()]) {
    if (reply.state.kind !== 'running') continue
    const step = (reply.tools ?? []).find(
      ({ id, state: stepState }) => stepState === 'asking' && (callId === undefined || id === callId),
    )
    if (step) return { replyId: reply.id, step }
  }
  return undefined
}

const isSearch = ({ name, server }: ToolStep): boolean =>
  server === undefined && (name === 'search_web' || name === 'read_page')

/** Returns the question aloud. It contains nothing that a page has written except the name of a site. */
function questionOf({ name, server, arguments: json }: ToolStep, agent: string, language: string): string {
  if (server !== undefined) {
    const tool = name.replace(`${server}__`, '').replaceAll(/[_-]+/g, ' ')
    return asideText(language, 'tool', { agent, tool, server })
  }
  if (name === 'remember' || name === 'forget') return asideText(language, name, { agent })
  return asideText(language, 'page', { agent, site: siteIn(json) })
}

function siteIn(json: string): string {
  try {
    const { url } = JSON.parse(json) as { readonly url?: unknown }
    return (typeof url === 'string' && URL.parse(url)?.hostname.replace(/^www\./, '')) || ''
  } catch {
    return ''
  }
}
