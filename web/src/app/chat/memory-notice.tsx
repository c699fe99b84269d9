import type { MemoryNote, patchMemoryNote } from '@vee/contract/http/memory'
import type { Notices } from '#features/system/notifications/notices.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { type NoteDecision, useMentionedNotes } from '#lib/files/mentioned-notes.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import { Button } from '#ui/controls/button.tsx'

/** How long a spoken question waits for a pause, and for its answer, in ms. */
const PAUSE_WITHIN_MS = 60_000
const ANSWER_WITHIN_MS = 45_000

type AskingSession = Pick<VoiceSession, 'snapshot' | 'subscribe' | 'announce'>

/**
 * Asks about a note aloud at the next pause, while the microphone listens without a button and a wake word. Returns a function that
 * withdraws the question.
 */
function askAloud(
  note: MemoryNote,
  question: string,
  session: AskingSession,
  decide: (decision: NoteDecision) => void,
): () => void {
  const { autoPlayTts, muted } = useSettings.getState()
  if (!autoPlayTts || muted) return () => undefined
  const isPause = () => {
    const { listening, state } = session.snapshot()
    return (listening.kind === 'ready' || listening.kind === 'live') && state.phase === 'idle'
  }
  let timer = setTimeout(() => unsubscribe(), PAUSE_WITHIN_MS)
  const close = () => {
    if (useMentionedNotes.getState().asked?.note.id === note.id)
      useMentionedNotes.setState({ asked: undefined })
  }
  const ask = () => {
    unsubscribe()
    clearTimeout(timer)
    useMentionedNotes.setState({ asked: { note, decide } })
    session.announce(question)
    timer = setTimeout(close, ANSWER_WITHIN_MS)
  }
  const unsubscribe = session.subscribe(() => {
    if (isPause()) ask()
  })
  if (isPause()) ask()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    close()
  }
}

/**
 * Shows what could be remembered, one after the other, each with the words that it rests on. What is closed without a
 * decision stays in the settings.
 */
export async function showProposals(
  proposals: readonly MemoryNote[],
  api: Api,
  { stack, toast }: Notices,
  session: AskingSession,
): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('settings')
  let isFirst = true

  function show([proposal, ...others]: readonly MemoryNote[]): void {
    if (!proposal) return
    const { id, text, quote } = proposal
    const title = t('memory.proposal', { note: text })
    // One question aloud: the others are on the screen, and in the settings.
    const withdraw = isFirst ? askAloud(proposal, title, session, decide) : () => undefined
    isFirst = false
    const notice = stack.show({
      type: 'info',
      title,
      duration: 0,
      message: (
        <>
          {quote !== null && <p dir="auto">{t('memory.quote', { quote })}</p>}
          <Button size="compact" onClick={() => decide({ state: 'accepted' })}>
            {t('memory.accept')}
          </Button>
          <Button size="compact" variant="quiet" onClick={() => decide({ state: 'rejected' })}>
            {t('memory.reject')}
          </Button>
        </>
      ),
    })
    function decide(body: NoteDecision): void {
      withdraw()
      stack.dismiss(notice)
      api
        .json<typeof patchMemoryNote>('PATCH', '/memory-notes/{id}', { params: { id }, body })
        .catch(() => toast({ type: 'error', title: t('memory.changeFailed') }))
      show(others)
    }
  }
  show(proposals)
}
