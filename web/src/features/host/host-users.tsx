import type { HostUser } from '@vee/contract/entities/host'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { deleteHostUser, listHostUsers, signOutHostUser, updateHostUser } from '@vee/contract/http/host'
import { Ban, CircleCheck, LogOut, Trash2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { moneyIn } from '#lib/files/report-name.ts'
import { usePages } from '#lib/http/use-pages.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Table } from '#ui/display/table.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { ListFrame } from './list-frame.tsx'

const PLANS = ['free', 'basic', 'creator', 'organization'] as const satisfies readonly PlanId[]

/** Lists all accounts. */
export function HostUsersTab() {
  const t = useTexts('host')
  const { api, showFailure } = useHostActions()
  const pages = usePages(
    'users',
    (query, signal) =>
      api.json<typeof listHostUsers>('GET', '/host/users', { query, ...(signal && { signal }) }),
    showFailure,
  )
  return (
    <ListFrame pages={pages}>
      {(items) => (
        <Table caption={t('users.caption')} isCaptionHidden>
          <thead>
            <tr>
              <th scope="col">{t('users.email')}</th>
              <th scope="col">{t('plan')}</th>
              <th scope="col" data-align="end">
                {t('users.cost')}
              </th>
              <th scope="col">{t('users.seen')}</th>
              <th scope="col">{t('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((user) => (
              <UserRow key={user.id} user={user} onChanged={pages.reload} />
            ))}
          </tbody>
        </Table>
      )}
    </ListFrame>
  )
}

interface UserProps {
  readonly user: HostUser
  readonly onChanged: () => void
}

function UserRow({ user, onChanged }: UserProps) {
  const t = useTexts('host')
  const language = useLanguage()
  const { email, displayName, isHost, isDisabled, costThisMonthUsd, lastSeenAt } = user
  return (
    <tr>
      <th scope="row" className={styles['who']}>
        <span>{email}</span>
        {displayName !== null && <span className={styles['hint']}>{displayName}</span>}
        <span className={styles['badges']}>
          {isHost && <Badge tone="accent">{t('users.host')}</Badge>}
          {isDisabled && <Badge tone="warning">{t('users.disabled')}</Badge>}
        </span>
      </th>
      <td className={styles['choice']}>
        <PlanChoice user={user} onChanged={onChanged} />
      </td>
      <td data-align="end">{moneyIn(language).format(costThisMonthUsd)}</td>
      <td>
        {lastSeenAt === null
          ? t('users.never')
          : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(lastSeenAt))}
      </td>
      <td>
        <UserActions user={user} onChanged={onChanged} />
      </td>
    </tr>
  )
}

/** Shows the plan that the user pays for, or one that the host assigns. */
function PlanChoice({ user: { id, email, planId: inForce, planOverride }, onChanged }: UserProps) {
  const t = useTexts('host')
  const plans = useTexts('teams').texts.plans
  const { api, runAction } = useHostActions()
  const own = planOverride === null ? t('users.ownPlan', { plan: plans[inForce] }) : t('users.ownPlanAgain')
  return (
    <Select
      label={t('users.planOf', { email })}
      isLabelHidden
      value={planOverride ?? ''}
      options={[
        { value: '', label: own },
        ...PLANS.map((value) => ({ value, label: t('users.given', { plan: plans[value] }) })),
      ]}
      onChange={(value) =>
        void runAction(t('users.planDone'), () =>
          api.json<typeof updateHostUser>('PATCH', '/host/users/{id}', {
            params: { id },
            body: { planOverride: PLANS.find((plan) => plan === value) ?? null },
          }),
        ).then(onChanged)
      }
    />
  )
}

/** Returns the changes of an account. */
function useUserChanges(id: string, onChanged: () => void) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const params = { id }
  const setDisabled = (wanted: boolean) =>
    runAction(t(wanted ? 'users.disabledDone' : 'users.enabledDone'), () =>
      api.json<typeof updateHostUser>('PATCH', '/host/users/{id}', { params, body: { isDisabled: wanted } }),
    ).then(onChanged)
  const signOut = () =>
    runAction(t('users.signedOutDone'), () =>
      api.json<typeof signOutHostUser>('POST', '/host/users/{id}/sign-out', { params }),
    ).then(onChanged)
  const remove = () =>
    runAction(t('users.removedDone'), () =>
      api.json<typeof deleteHostUser>('DELETE', '/host/users/{id}', { params }),
    ).then(onChanged)
  return { setDisabled, signOut, remove }
}

function UserActions({ user: { id, email, isHost, isDisabled }, onChanged }: UserProps) {
  const t = useTexts('host')
  const common = useTexts('common')
  const [pendingAction, setAsking] = useState<'disable' | 'remove'>()
  const { setDisabled, signOut, remove } = useUserChanges(id, onChanged)
  return (
    <span className={styles['buttons']}>
      <UserButton email={email} icon={LogOut} text={t('users.signOut')} onClick={() => void signOut()} />
      {!isHost &&
        (isDisabled ? (
          <UserButton
            email={email}
            icon={CircleCheck}
            text={t('users.enable')}
            onClick={() => void setDisabled(false)}
          />
        ) : (
          <UserButton
            email={email}
            icon={Ban}
            text={t('users.disable')}
            onClick={() => setAsking('disable')}
          />
        ))}
      {!isHost && (
        <UserButton
          email={email}
          variant="danger"
          icon={Trash2}
          text={t('users.remove')}
          onClick={() => setAsking('remove')}
        />
      )}
      {pendingAction && (
        <ConfirmDialog
          title={t(`users.${pendingAction}Title`, { email })}
          text={t(`users.${pendingAction}Text`)}
          action={t(`users.${pendingAction}`)}
          cancelLabel={common('cancel')}
          closeLabel={common('close')}
          onClose={() => setAsking(undefined)}
          onConfirm={() => (pendingAction === 'disable' ? setDisabled(true) : remove())}
        />
      )}
    </span>
  )
}

interface UserButtonProps extends Pick<ComponentProps<typeof Button>, 'icon' | 'variant' | 'onClick'> {
  readonly email: string
  readonly text: string
}

/** A button whose name for screen readers has the address of the account. */
function UserButton({ email, text, ...button }: UserButtonProps) {
  return (
    <Button size="compact" aria-label={`${text}: ${email}`} {...button}>
      {text}
    </Button>
  )
}
