import { TextField } from './text-field.tsx'

interface Days {
  /** such as 2026-11-21; empty: none */
  readonly from: string
  readonly to: string
}

interface PeriodFieldsProps extends Days {
  readonly fromLabel: string
  readonly toLabel: string
  readonly onChange: (days: Days) => void
}

/** Fields for a period between two days. */
export function PeriodFields({ from, to, fromLabel, toLabel, onChange }: PeriodFieldsProps) {
  return (
    <>
      <TextField
        label={fromLabel}
        type="date"
        value={from}
        max={to}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <TextField
        label={toLabel}
        type="date"
        value={to}
        min={from}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </>
  )
}
