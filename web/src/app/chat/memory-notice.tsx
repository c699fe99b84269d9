import type { MemoryNote, patchMemoryNote } from '@vee/contract/http/memory'
import type { Notices } from '#features/system/notifications/notices.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'

/**
 * Shows what could be remembered, one after the other, each with the words that it rests on. What is closed without a
 * decision stays in the settings.
 */
export async function showProposals(
  proposals: readonly MemoryNote[],
  api: Api,
  { stack, toast }: Notices,
): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('settings')

  function show([proposal, ...others]: readonly MemoryNote[]): void {
    if (!proposal) return
    const { id, text, quote } = proposal
    const notice = stack.show({
      type: 'info',
      title: t('memory.proposal', { note: text }),
      duration: 0,
      message: (
        <>
          {quote !== null && <p dir="auto">{t('memory.quote', { quote })}</p>}
          <Button size="compact" onClick={() => decide('accepted')}>
            {t('memory.accept')}
          </Button>
          <Button size="compact" variant="quiet" onClick={() => decide('rejected')}>
            {t('memory.reject')}
          </Button>
        </>
      ),
    })
    function decide(state: 'accepted' | 'rejected'): void {
      stack.dismiss(notice)
      api
        .json<typeof patchMemoryNote>('PATCH', '/memory-notes/{id}', { params: { id }, body: { state } })
        .catch(() => toast({ type: 'error', title: t('memory.changeFailed') }))
      show(others)
    }
  }
  show(proposals)
}
