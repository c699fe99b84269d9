import type { Invite, Organization } from '@vee/contract/entities/teams/organization'
import type { resendInvite, revokeInvite } from '@vee/contract/http/teams/organizations'
import { Copy, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { useTeamActions } from './team-actions.ts'
import { Confirm } from './confirm.tsx'
import styles from './teams.module.css'

const RESEND_PATH = '/organizations/{id}/invites/{inviteId}/resend'

/** Lists pending and expired invites. */
export function PendingInvites({ organization: { id, invites } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const waiting = invites.filter(({ status }) => status === 'pending' || status === 'expired')
  return (
    <div className={styles['part']}>
      <h4>{t('pending.title')}</h4>
      {waiting.length === 0 && <p className={styles['hint']}>{t('pending.none')}</p>}
      <ul className={styles['invites']}>
        {waiting.map((invite) => (
          <PendingInvite key={invite.id} organizationId={id} invite={invite} />
        ))}
      </ul>
    </div>
  )
}

interface PendingInviteProps {
  readonly organizationId: string
  readonly invite: Invite
}

function PendingInvite({ organizationId, invite }: PendingInviteProps) {
  const t = useTexts('teams')
  const { api, runAction, tell } = useTeamActions()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const { email, status, url } = invite
  const params = { id: organizationId, inviteId: invite.id }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      tell({ type: 'success', title: t('copy.done') })
    } catch {
      tell({ type: 'error', title: t('copy.failed'), message: t('copy.byHand', { url }) })
    }
  }
  async function resend(): Promise<void> {
    setSending(true)
    await runAction({ failed: t('invite.failed') }, async () => {
      const { isMailed } = await api.json<typeof resendInvite>('POST', RESEND_PATH, { params })
      const message = isMailed ? t('invite.mailed', { email }) : t('invite.byHand')
      tell({ type: 'success', title: t('invite.done'), message })
    })
    setSending(false)
  }
  const revoke = () =>
    runAction({ done: t('revoke.done'), failed: t('revoke.failed') }, () =>
      api.json<typeof revokeInvite>('DELETE', '/organizations/{id}/invites/{inviteId}', { params }),
    )
  return (
    <li className={styles['invite']}>
      <InviteFacts invite={invite} />
      <div className={styles['buttons']}>
        {status === 'pending' && (
          <Button size="compact" icon={Copy} onClick={() => void copy()}>
            {t('copy.open')} <VisuallyHidden>{email}</VisuallyHidden>
          </Button>
        )}
        <Button size="compact" icon={RotateCw} isLoading={isSending} onClick={() => void resend()}>
          {t('resend.open')} <VisuallyHidden>{email}</VisuallyHidden>
        </Button>
        <Button size="compact" icon={Trash2} onClick={() => setAsking(true)}>
          {t('revoke.open')} <VisuallyHidden>{email}</VisuallyHidden>
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('revoke.title', { email })}
          text={t('revoke.text')}
          action={t('revoke.open')}
          onClose={() => setAsking(false)}
          onConfirm={revoke}
        />
      )}
    </li>
  )
}

/** The address, the role and the end of an invite. */
function InviteFacts({ invite }: Pick<PendingInviteProps, 'invite'>) {
  const t = useTexts('teams')
  const day = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium' })
  const { email, status } = invite
  return (
    <div className={styles['who']}>
      <strong>{email}</strong>
      <span className={styles['badges']}>
        <Badge>{t.texts.roles[invite.role]}</Badge>
        <Badge tone={status === 'expired' ? 'warning' : 'info'}>
          {status === 'expired' ? t('pending.expired') : t('pending.pending')}
        </Badge>
      </span>
      <span className={styles['hint']}>
        {t(status === 'expired' ? 'pending.ended' : 'pending.until', {
          date: day.format(new Date(invite.expiresAt)),
        })}
      </span>
    </div>
  )
}
