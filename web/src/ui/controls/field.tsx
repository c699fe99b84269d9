import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { VisuallyHidden } from '../display/visually-hidden.tsx'

export interface FieldText {
  readonly label: string
  /** for assistive technology only, if the label is visible from context */
  readonly isLabelHidden?: boolean
  /** instructions, under the control */
  readonly hint?: ReactNode
  /** the error and its solution; marks the control as invalid */
  readonly error?: string | undefined
}

/** The attributes of the control inside a field. */
interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps extends FieldText {
  readonly children: (control: FieldControl) => ReactNode
}

/** A label, a control, a hint and an error, linked for assistive technology. */
export function Field({ label, isLabelHidden = false, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

/** Also used for a group of controls with a shared error. */
export function FieldError({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return (
    <p id={id} className={styles['error']} aria-live="polite">
      {text && (
        <>
          <Icon of={CircleAlert} size="s" />
          {text}
        </>
      )}
    </p>
  )
}
