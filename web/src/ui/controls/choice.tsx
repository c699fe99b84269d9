import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './choice.module.css'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'
import { Icon } from '../display/icon.tsx'

export interface CheckboxProps {
  /** may contain a link */
  readonly label: ReactNode
  readonly hint?: string
  readonly error?: string | undefined
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
  readonly name?: string
}

export function Checkbox({
  label,
  hint,
  error,
  isChecked,
  onChange,
  isDisabled,
  isRequired,
  name,
}: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={styles['row']}>
        <span className={styles['mark']}>
          <input
            type="checkbox"
            className={classNames(styles['control'], styles['box'])}
            name={name}
            checked={isChecked}
            disabled={isDisabled}
            required={isRequired}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <Icon of={Check} size="s" className={styles['tick']} />
        </span>
        <ChoiceText label={label} hint={hint} />
      </label>
      <FieldError id={id} text={error} />
    </div>
  )
}

export interface SwitchProps {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly isDisabled?: boolean
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, isOn, onChange, isDisabled }: SwitchProps) {
  return (
    <label className={classNames(styles['row'], styles['between'])}>
      <ChoiceText label={label} hint={hint} />
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={classNames(styles['control'], styles['switch'])}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
  readonly isDisabled?: boolean
}

export interface RadioGroupProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly RadioOption<Value>[]
  readonly onChange: (value: Value) => void
  /** `row` shows short options in a single box; hints are for lists */
  readonly layout?: 'list' | 'row'
  readonly error?: string | undefined
}

export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
  layout = 'list',
  error,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles['group']} aria-describedby={error ? id : undefined}>
      <legend className={styles['legend']}>{label}</legend>
      <div className={layout === 'row' ? styles['segments'] : styles['list']}>
        {options.map((option) => (
          <label key={option.value} className={layout === 'row' ? styles['segment'] : styles['row']}>
            <input
              type="radio"
              className={classNames(
                styles['control'],
                layout === 'row' ? styles['covered'] : styles['radio'],
              )}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            <ChoiceText label={option.label} hint={option.hint} />
          </label>
        ))}
      </div>
      <FieldError id={id} text={error} />
    </fieldset>
  )
}

function ChoiceText({ label, hint }: { readonly label: ReactNode; readonly hint: string | undefined }) {
  return (
    <span className={styles['text']}>
      {label}
      {hint && <small className={styles['hint']}>{hint}</small>}
    </span>
  )
}
