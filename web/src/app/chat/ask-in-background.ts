import type { postChat } from '@vee/contract/http/chat'
import { announceBackgroundChange } from '#features/background/background-store.ts'
import { type Composer, questionNow } from '#features/chat/index.ts'
import { readyAttachments } from '#features/chat/files/draft-attachment.ts'
import type { UserMessage } from '#features/chat/store/message.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import { chatPreferences } from './chat-preferences.ts'

interface AskInBackgroundOptions {
  readonly composer: Composer
  readonly isSpoken: boolean
  /** shows a sentence, and speaks it if replies are spoken */
  readonly announce: (text: string) => void
}

/**
 * Asks a question of the open conversation in the background. If that is refused, its words are in the message field. Never
 * rejects.
 */
export async function askInBackground(
  text: string,
  { composer, isSpoken, announce }: AskInBackgroundOptions,
): Promise<void> {
  const { chat } = composer
  await loadLazyTexts()
  const t = textsNow('speech')
  const state = chat.state.getState()
  const attachments = isSpoken ? [] : readyAttachments(state.draftAttachments)
  const question: UserMessage = {
    role: 'user',
    id: randomId(),
    text: text.trim(),
    at: new Date().toISOString(),
    isSpoken,
    ...(attachments.length > 0 && { attachments }),
  }
  const preferences = chatPreferences(state.answeringAgentId, state.conversationId)
  const { stream: _, ...request } = questionNow(
    { ...state, messages: [...state.messages, question] },
    preferences,
    isSpoken,
  )
  try {
    await chat.api.json<typeof postChat>('POST', '/chat', {
      body: { ...request, replyId: randomId(), inBackground: true },
    })
  } catch (error) {
    if (isSpoken) composer.addTranscript(text)
    return announce(t(`background.${refusalOf(error)}`))
  }
  if (chat.state.getState().conversationId === state.conversationId) chat.putLive(question)
  if (!isSpoken) {
    const sent = new Set(attachments.map(({ id }) => id))
    if (chat.state.getState().draft.trim() === question.text) chat.setDraft('')
    chat.changeDraftAttachments((drafts) =>
      drafts.filter(({ state: draft }) => draft.kind !== 'ready' || !sent.has(draft.attachment.id)),
    )
  }
  announceBackgroundChange()
  announce(t('background.started'))
}

function refusalOf(error: unknown): 'needsAccount' | 'tooMany' | 'startFailed' {
  if (!(error instanceof ApiError)) return 'startFailed'
  if (error.code === 'FORBIDDEN' || error.code === 'UNAUTHORIZED') return 'needsAccount'
  return error.code === 'RATE_LIMITED' ? 'tooMany' : 'startFailed'
}
