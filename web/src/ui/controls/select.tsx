import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './select.module.css'

interface SelectOption {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
  /** the language of the label, if it is not that of the page */
  readonly lang?: string
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children' | 'onChange' | 'value'>, FieldText {
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
}

/** Uses the browser's native list, which is best on phones. */
export function Select({
  label,
  isLabelHidden = false,
  hint,
  error,
  options,
  onChange,
  ...rest
}: SelectProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <span className={styles['box']}>
          <select
            {...rest}
            {...control}
            className={styles['select']}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} className={styles['chevron']} />
        </span>
      )}
    </Field>
  )
}
