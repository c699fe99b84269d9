import type { HostOverview, PlanFigure } from '@vee/contract/entities/host'
import { PLAN_FIGURES } from '@vee/contract/entities/host-limits'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { updateHostPlans } from '@vee/contract/http/host'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'

const NAMES: Readonly<Record<PlanId, string>> = {
  free: 'Free',
  basic: 'Basic',
  creator: 'Creator',
  organization: 'Organization',
}

type Field = `${PlanId} ${PlanFigure}`

const fieldOf = (id: PlanId, name: PlanFigure): Field => `${id} ${name}`

/** Returns the typed number, null for an empty field, undefined for anything else. */
function figureOf(name: PlanFigure, text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text.replace(',', '.'))
  const isValid =
    name === 'dailyTokens'
      ? Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000_000_000
      : value >= 0 && value <= 1_000_000_000
  return isValid ? value : undefined
}

interface PlanSettingsProps {
  readonly overview: HostOverview
  readonly onChanged: () => void
}

/** Prices and daily allowances of every plan. */
export function PlanSettingsForm({ overview: { plans }, onChanged }: PlanSettingsProps) {
  const t = useTexts('host')
  const figure = new Intl.NumberFormat(useLanguage(), { maximumFractionDigits: 6 })
  const { api, runAction } = useHostActions()
  const { form, isSending, errorOf } = useForm<Field>(async (typed) => {
    const body: Partial<Record<PlanId, Partial<Record<PlanFigure, number | null>>>> = {}
    for (const { id } of plans) {
      for (const name of PLAN_FIGURES) {
        const value = figureOf(name, typed(fieldOf(id, name)))
        if (value === undefined) return { field: fieldOf(id, name), text: t('plans.invalid') }
        body[id] = { ...body[id], [name]: value }
      }
    }
    const isDone = await runAction(t('plans.done'), () =>
      api.json<typeof updateHostPlans>('PATCH', '/host/plans', { body }),
    )
    if (isDone) onChanged()
    return undefined
  })
  return (
    <section className={styles['part']} aria-labelledby="host-plans">
      <h2 id="host-plans">{t('plans.title')}</h2>
      <p className={styles['hint']}>{t('plans.text')}</p>
      <form {...form} className={styles['form']} data-width="wide">
        {plans.map((plan) => (
          <fieldset key={plan.id} className={styles['plan']}>
            <legend>{NAMES[plan.id]}</legend>
            {PLAN_FIGURES.map((name) => {
              const { configured, current } = plan[name]
              const standard = name === 'pricePerMonth' ? undefined : plan[name].default
              const unset =
                standard === undefined
                  ? t('limits.configured', { value: t('plans.notSet') })
                  : t('plans.isDefault', { value: figure.format(standard) })
              return (
                <TextField
                  key={name}
                  label={t(`plans.${name}`)}
                  name={fieldOf(plan.id, name)}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={current === configured ? '' : (current ?? '')}
                  hint={
                    configured === null ? unset : t('limits.configured', { value: figure.format(configured) })
                  }
                  error={errorOf(fieldOf(plan.id, name))}
                />
              )
            })}
          </fieldset>
        ))}
        <div>
          <Button type="submit" variant="primary" isLoading={isSending}>
            {t('plans.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
