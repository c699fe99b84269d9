import type { PlanId } from '@vee/contract/entities/accounts/user'
import { useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { EndpointFields, EndpointProblem } from './endpoint-draft.ts'
import styles from './endpoints.module.css'
import { useEndpointManager } from './manager.ts'

const ACCESS_KINDS = ['everyone', 'signed-in', 'plans', 'organizations', 'people'] as const
const PLAN_IDS: readonly PlanId[] = ['free', 'basic', 'creator', 'organization']

const toggled = <T,>(chosen: readonly T[], item: T, isChecked: boolean): readonly T[] =>
  isChecked ? [...chosen, item] : chosen.filter((other) => other !== item)

/** The teams whose members may use the endpoint. */
export function TeamFields({ fields, onChange }: Pick<AccessFieldsProps, 'fields' | 'onChange'>) {
  const t = useTexts('models')
  const { listTeams } = useEndpointManager()
  const { answer, reload } = useAnswer('teams', (signal) => listTeams?.(signal) ?? Promise.resolve([]))
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
          isChecked={fields.organizationIds.includes(id)}
          onChange={(isChecked) =>
            onChange({ organizationIds: toggled(fields.organizationIds, id, isChecked) })
          }
        />
      ))}
    </fieldset>
  )
}

interface AccessFieldsProps {
  readonly fields: EndpointFields
  readonly problem: EndpointProblem | undefined
  readonly onChange: (changed: Partial<EndpointFields>) => void
}

export function AccessFields({ fields, problem, onChange }: AccessFieldsProps) {
  const t = useTexts('models')
  const names = useTexts('teams').texts.plans
  return (
    <>
      <Select
        label={t('endpoints.form.access')}
        value={fields.access}
        options={ACCESS_KINDS.map((value) => ({ value, label: t(`endpoints.form.${value}`) }))}
        onChange={(value) => onChange({ access: ACCESS_KINDS.find((kind) => kind === value) ?? 'everyone' })}
        error={
          problem?.error === 'invalidPlans' || problem?.error === 'invalidTeams'
            ? t(`endpoints.form.${problem.error}`)
            : undefined
        }
      />
      {fields.access === 'plans' &&
        PLAN_IDS.map((plan) => (
          <Checkbox
            key={plan}
            label={names[plan]}
            isChecked={fields.plans.includes(plan)}
            onChange={(isChecked) => onChange({ plans: toggled(fields.plans, plan, isChecked) })}
          />
        ))}
    </>
  )
}
