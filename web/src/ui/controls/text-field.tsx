import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldText } from './field.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'>, FieldText {
  readonly icon?: LucideIcon
  /** at the end inside the box: a unit, or a compact icon button */
  readonly end?: ReactNode
}

export function TextField({ label, isLabelHidden = false, hint, error, icon, end, ...rest }: TextFieldProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <span className={styles['box']}>
          {icon && <Icon of={icon} />}
          <input {...rest} {...control} className={styles['input']} />
          {end}
        </span>
      )}
    </Field>
  )
}

interface PasswordFieldProps extends FieldText, Pick<TextFieldProps, 'name'> {
  /** whether the person chooses it now, so that password managers offer one */
  readonly isNew?: boolean
}

export function PasswordField({ isNew = false, ...rest }: PasswordFieldProps) {
  return <TextField {...rest} type="password" autoComplete={isNew ? 'new-password' : 'current-password'} />
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'>, FieldText {}

export function TextArea({ label, isLabelHidden = false, hint, error, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <textarea {...rest} {...control} rows={rows} className={classNames(styles['box'], styles['area'])} />
      )}
    </Field>
  )
}
