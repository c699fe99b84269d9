import type { Member } from '@vee/contract/entities/teams/organization'
import { MAX_SEAT_TOKENS } from '@vee/contract/entities/teams/organization-limits'
import type { updateMember } from '@vee/contract/http/teams/organizations'
import { Check, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActions } from './team-actions.ts'
import styles from './teams.module.css'

interface MemberLimitEditorProps {
  readonly organizationId: string
  readonly member: Member
  readonly canEdit: boolean
}

/** Shows a seat's usage of the day, and edits its daily limit inline; empty means no limit. */
export function MemberLimitEditor({ organizationId, member, canEdit }: MemberLimitEditorProps) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const { api, runAction } = useTeamActions()
  const [isEditing, setEditing] = useState(false)
  const { form, isSending, errorOf } = useForm<'cap'>(async (typed) => {
    const text = typed('cap').trim()
    const memberDailyLimit = text === '' ? null : Number(text)
    if (
      memberDailyLimit !== null &&
      (!Number.isInteger(memberDailyLimit) || memberDailyLimit < 0 || memberDailyLimit > MAX_SEAT_TOKENS)
    ) {
      return { field: 'cap', text: t('cap.whole') }
    }
    const isDone = await runAction({ done: t('cap.done'), failed: t('cap.failed') }, () =>
      api.json<typeof updateMember>('PATCH', '/organizations/{id}/members/{memberId}', {
        params: { id: organizationId, memberId: member.id },
        body: { dailyTokenLimit: memberDailyLimit },
      }),
    )
    if (isDone) setEditing(false)
    return undefined
  })

  if (!isEditing) {
    return <MemberLimit member={member} canEdit={canEdit} onEdit={() => setEditing(true)} />
  }
  return (
    <form {...form} className={styles['cap']}>
      <TextField
        label={t('cap.label', { email: member.email })}
        isLabelHidden
        name="cap"
        inputMode="numeric"
        size={10}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was just pressed
        autoFocus
        placeholder={t('cap.none')}
        defaultValue={member.dailyTokenLimit ?? ''}
        error={errorOf('cap')}
      />
      <IconButton type="submit" icon={Check} label={t('save')} aria-disabled={isSending} />
      <IconButton icon={X} label={common('cancel')} onClick={() => setEditing(false)} />
    </form>
  )
}

interface MemberLimitProps extends Pick<MemberLimitEditorProps, 'member' | 'canEdit'> {
  readonly onEdit: () => void
}

function MemberLimit({ member, canEdit, onEdit }: MemberLimitProps) {
  const t = useTexts('teams')
  const figure = new Intl.NumberFormat(useLanguage())
  const { dailyTokenLimit } = member
  const used = figure.format(member.usedToday)
  return (
    <span className={styles['cap']}>
      {dailyTokenLimit === null
        ? t('cap.unlimited', { used })
        : t('cap.of', { used, cap: figure.format(dailyTokenLimit) })}
      {canEdit && (
        <IconButton
          icon={Pencil}
          size="compact"
          label={t('cap.edit', { email: member.email })}
          onClick={onEdit}
        />
      )}
    </span>
  )
}
