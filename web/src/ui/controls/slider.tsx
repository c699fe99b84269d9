import type { CSSProperties, ReactNode } from 'react'
import { Field } from './field.tsx'
import styles from './slider.module.css'

export interface SliderProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  /** the value as text or with its unit, displayed and announced */
  readonly valueText: string
  readonly isDisabled?: boolean
}

export function Slider({ label, hint, value, min, max, step, onChange, valueText, isDisabled }: SliderProps) {
  const share = max > min ? (value - min) / (max - min) : 0
  return (
    <Field label={label} hint={hint}>
      {({ 'aria-invalid': _valid, ...control }) => (
        <span className={styles['row']}>
          <input
            {...control}
            type="range"
            className={styles['slider']}
            style={{ '--share': share } as CSSProperties}
            value={value}
            min={min}
            max={max}
            step={step}
            disabled={isDisabled}
            aria-valuetext={valueText}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <output className={styles['value']} htmlFor={control.id}>
            {valueText}
          </output>
        </span>
      )}
    </Field>
  )
}
