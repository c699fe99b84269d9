import type { PlanId } from '@vee/contract/entities/accounts/user'
import { useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { AccessChoice, EndpointFieldError } from './access-choice.ts'
import styles from './endpoints.module.css'

const ACCESS_KINDS = ['everyone', 'signed-in', 'plans', 'organizations', 'people'] as const
const PLAN_IDS: readonly PlanId[] = ['free', 'basic', 'creator', 'organization']

/** Returns the teams of the server. */
export type ListTeams = (
  signal: AbortSignal,
) => Promise<readonly { readonly id: string; readonly name: string }[]>

interface AccessFieldsProps {
  readonly choice: AccessChoice
  readonly error: EndpointFieldError | undefined
  readonly listTeams: ListTeams
  readonly onChange: (changed: Partial<AccessChoice>) => void
}

/** The fields that say who may use an endpoint or an engine. */
export function AccessFields({ choice, error, listTeams, onChange }: AccessFieldsProps) {
  const t = useTexts('models')
  return (
    <>
      <Select
        label={t('endpoints.form.access')}
        value={choice.access}
        options={ACCESS_KINDS.map((value) => ({ value, label: t(`endpoints.form.${value}`) }))}
        onChange={(value) => onChange({ access: ACCESS_KINDS.find((kind) => kind === value) ?? 'everyone' })}
        error={
          error === 'invalidPlans' || error === 'invalidTeams' ? t(`endpoints.form.${error}`) : undefined
        }
      />
      {choice.access === 'plans' && (
        <PlanFields chosen={choice.plans} onChange={(plans) => onChange({ plans })} />
      )}
      {choice.access === 'organizations' && (
        <TeamFields
          chosen={choice.organizationIds}
          listTeams={listTeams}
          onChange={(organizationIds) => onChange({ organizationIds })}
        />
      )}
      {choice.access === 'people' && (
        <TextField
          label={t('endpoints.form.emails')}
          hint={t('endpoints.form.emailsHint')}
          value={choice.emails}
          autoComplete="off"
          error={error === 'invalidEmails' ? t('endpoints.form.invalidEmails') : undefined}
          onChange={({ target }) => onChange({ emails: target.value })}
        />
      )}
    </>
  )
}

const toggled = <T,>(chosen: readonly T[], item: T, isChecked: boolean): readonly T[] =>
  isChecked ? [...chosen, item] : chosen.filter((other) => other !== item)

interface ChoiceProps<T> {
  readonly chosen: readonly T[]
  readonly onChange: (chosen: readonly T[]) => void
}

export function PlanFields({ chosen, onChange }: ChoiceProps<PlanId>) {
  const names = useTexts('teams').texts.plans
  return PLAN_IDS.map((plan) => (
    <Checkbox
      key={plan}
      label={names[plan]}
      isChecked={chosen.includes(plan)}
      onChange={(isChecked) => onChange(toggled(chosen, plan, isChecked))}
    />
  ))
}

/** The teams of the server, to choose from. */
export function TeamFields({
  chosen,
  listTeams,
  onChange,
}: ChoiceProps<string> & { readonly listTeams: ListTeams }) {
  const t = useTexts('models')
  const { answer, reload } = useAnswer('teams', listTeams)
  if (answer.status === 'loading') return <Skeleton lines={2} />
  if (answer.status === 'failed') return <Button onClick={reload}>{t('picker.retry')}</Button>
  if (answer.value.length === 0) return <p className={styles['hint']}>{t('endpoints.form.noTeams')}</p>
  return (
    <fieldset className={styles['teams']}>
      <legend>{t('endpoints.form.teams')}</legend>
      {answer.value.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isChecked) => onChange(toggled(chosen, id, isChecked))}
        />
      ))}
    </fieldset>
  )
}
