import type { BackgroundReply } from '@vee/contract/http/background-replies'
import { useEffect } from 'react'
import { watchBackground } from '#features/background/watch-background.ts'
import { openConversation } from '#features/chat/store/older-messages.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { announceHistoryChange } from '#lib/storage/history-changes.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { useRuntime } from '../runtime-context.ts'
import type { Runtime } from '../runtime.ts'
import { openStored } from '../shell/open-stored.ts'

/** Announces what was written in the background, at a pause: it is shown with a button that opens it, and read aloud. */
export function BackgroundReports() {
  const runtime = useRuntime()
  useEffect(
    () =>
      watchBackground({
        api: runtime.api,
        isBusy: () => isBusy(runtime),
        report: (reply) => void reportReply(reply, runtime),
      }),
    [runtime],
  )
  return null
}

const activeChat = ({ talkWith }: Runtime) => talkWith(useSettings.getState().activeAgentId).chat

function isBusy(runtime: Runtime): boolean {
  const { state } = runtime.session.snapshot()
  const isReplying = activeChat(runtime).state.getState().running !== undefined
  return isReplying || (state.phase !== 'idle' && state.phase !== 'failed')
}

async function reportReply(reply: BackgroundReply, runtime: Runtime): Promise<void> {
  const { shell, session } = runtime
  await loadLazyTexts()
  const t = textsNow('speech')
  const { conversationId, question, text, outcome } = reply
  announceHistoryChange()
  const sentence = t(`background.${outcome ?? 'done'}`, { question })
  const toast = shell.notices.stack.show({
    type: outcome === 'done' ? 'success' : 'warning',
    title: sentence,
    duration: 0,
    message: (
      <Button
        size="compact"
        onClick={() => {
          shell.notices.stack.dismiss(toast)
          void openStored(runtime, { kind: 'conversation', id: conversationId, place: null }).catch(() =>
            shell.notices.notify({ type: 'error', title: textsNow('history')('openFailed') }),
          )
        }}
      >
        {t('background.open')}
      </Button>
    ),
  })
  const { autoPlayTts, muted } = useSettings.getState()
  if (autoPlayTts && !muted) session.replay('announcement', `${sentence}\n\n${text}`, 0)
  await showIfOpen(reply, runtime)
}

/** Loads the open conversation again, so that it shows the reply. */
async function showIfOpen({ conversationId }: BackgroundReply, runtime: Runtime): Promise<void> {
  const chat = activeChat(runtime)
  const { conversationId: openId, running } = chat.state.getState()
  // Offline, or while another reply is written, it is shown when the conversation is opened again.
  if (openId === conversationId && running === undefined)
    await openConversation(chat, conversationId).catch(() => undefined)
}
