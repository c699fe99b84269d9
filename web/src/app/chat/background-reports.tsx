import type { Locale } from '@vee/contract/entities/locale'
import type { BackgroundReply } from '@vee/contract/http/background-replies'
import { useEffect, useRef } from 'react'
import { watchBackground } from '#features/background/watch-background.ts'
import { openConversation } from '#features/chat/store/older-messages.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { activeAgentStore, BACKGROUND_REPORT } from '#lib/active-agent.ts'
import { announceHistoryChange } from '#lib/storage/history-changes.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ToastContent } from '#ui/feedback/toast-store.ts'
import { goTo, isHere } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import type { Runtime } from '../runtime.ts'
import { openStored } from '../shell/open-stored.ts'

interface BackgroundReportsProps {
  readonly locale: Locale
  /** the screen has the controls of the voice */
  readonly isAloud: boolean
}

/**
 * Announces what was written in the background to members, at a pause: it is shown with a button that opens it, and read aloud
 * where the voice can be stopped.
 */
export function BackgroundReports({ locale, isAloud }: BackgroundReportsProps) {
  const runtime = useRuntime()
  const isMember = useIsMember(runtime.api, true) === true
  const latestProps = useRef({ locale, isAloud })
  useEffect(() => {
    latestProps.current = { locale, isAloud }
  }, [locale, isAloud])
  useEffect(
    () =>
      isMember
        ? watchBackground({
            api: runtime.api,
            isBusy: () => isBusy(runtime),
            report: (reply) => void reportReply(reply, runtime, latestProps.current),
          })
        : undefined,
    [isMember, runtime],
  )
  return null
}

const activeChat = ({ talkWith }: Runtime) => talkWith(useSettings.getState().activeAgentId).chat

function isBusy(runtime: Runtime): boolean {
  const { state } = runtime.session.snapshot()
  const isReplying = activeChat(runtime).state.getState().running !== undefined
  return isReplying || (state.phase !== 'idle' && state.phase !== 'failed')
}

async function reportReply(
  reply: BackgroundReply,
  runtime: Runtime,
  { locale, isAloud }: BackgroundReportsProps,
): Promise<void> {
  const { shell } = runtime
  await loadLazyTexts()
  const t = textsNow('speech')
  const { question, text, outcome } = reply
  const { stack } = shell.notices
  for (const { id, title } of stack.toasts()) if (title === t('background.started')) stack.dismiss(id)
  const sentence = t(`background.${outcome ?? 'done'}`, { question })
  const { autoPlayTts, muted } = useSettings.getState()
  if (isAloud && autoPlayTts && !muted) sayReport(reply, `${sentence}\n\n${text}`, runtime)
  const isShown = await showIfOpen(reply, runtime)
  // Opening has removed its mark in the list.
  announceHistoryChange()
  const type = outcome === 'done' ? 'success' : 'warning'
  if (isShown && isAloud && document.visibilityState === 'visible') stack.show({ type, title: sentence })
  else offerReply(reply, { type, title: sentence }, runtime, locale)
}

/** Shows a notice that stays, with a button that opens the conversation of the reply. */
function offerReply(
  { conversationId }: BackgroundReply,
  notice: Pick<ToastContent, 'type' | 'title'>,
  runtime: Runtime,
  locale: Locale,
): void {
  const { notices } = runtime.shell
  const toast = notices.stack.show({
    ...notice,
    duration: 0,
    message: (
      <Button
        size="compact"
        onClick={() => {
          notices.stack.dismiss(toast)
          openStored(runtime, { kind: 'conversation', id: conversationId, place: null }).then(
            () => {
              if (!isHere(`/${locale}`)) goTo(`/${locale}`)
            },
            () => notices.notify({ type: 'error', title: textsNow('history')('openFailed') }),
          )
        }}
      >
        {textsNow('speech')('background.open')}
      </Button>
    ),
  })
}

/** Says a report in the voice of the agent that did the work. */
function sayReport({ agentId }: BackgroundReply, report: string, { agents, session }: Runtime): void {
  const reportingAgent = agents.getState().agents.find(({ id }) => id === agentId)
  activeAgentStore.setState({ reportingAgent })
  session.replay(BACKGROUND_REPORT, report, 0)
  let isHeard = false
  const unsubscribe = session.subscribe(() => {
    if (session.snapshot().saying?.replyId === BACKGROUND_REPORT) isHeard = true
    else if (isHeard) {
      unsubscribe()
      activeAgentStore.setState({ reportingAgent: undefined })
    }
  })
}

/** Loads the conversation again if it is open, so that it shows the reply. Returns whether it does; never rejects. */
async function showIfOpen({ conversationId }: BackgroundReply, runtime: Runtime): Promise<boolean> {
  const chat = activeChat(runtime)
  const { conversationId: openId, running } = chat.state.getState()
  // Offline, or while another reply is written, it is shown when the conversation is opened again.
  if (openId !== conversationId || running !== undefined) return false
  return openConversation(chat, conversationId).then(
    () => true,
    () => false,
  )
}
