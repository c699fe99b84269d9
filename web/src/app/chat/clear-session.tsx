import type { postCost } from '@vee/contract/http/costs'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import { useCosts } from '#lib/costs/cost-limits.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Runtime } from '../runtime.ts'

/** Removes the active agent's chat, which can be undone, and restarts the session's costs. */
export async function clearSession({ api, presence, shell: { notices }, talkWith }: Runtime): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('usage')
  const { chat } = talkWith(useSettings.getState().activeAgentId)
  const { conversationId, messages, branchMessages, olderCursor } = chat.state.getState()
  const clearing = notices.stack.show({ type: 'info', title: t('session.clearing') })
  chat.startNew()
  presence.tell({ type: 'reset' })
  try {
    useCosts.setState({ record: await api.json<typeof postCost>('POST', '/cost', { body: {} }) })
    // Before the next notice appears, which would move when this one goes.
    notices.stack.dismiss(clearing)
    const done = notices.stack.show({
      type: 'success',
      title: t('session.cleared'),
      message: (
        <>
          <p>{t('session.clearedText')}</p>
          {messages.length > 0 && (
            <Button size="compact" onClick={restore}>
              {t('session.restore')}
            </Button>
          )}
        </>
      ),
    })
    function restore(): void {
      notices.stack.dismiss(done)
      chat.show(conversationId, messages, olderCursor)
      chat.showTree({ messages, branchMessages })
    }
  } catch (error) {
    notices.stack.dismiss(clearing)
    const message = error instanceof ApiError ? error.serverMessage : undefined
    notices.toast({ type: 'error', title: message ?? t('session.resetFailed') })
  }
}
