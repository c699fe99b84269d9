import { LOCALES } from '@vee/contract/entities/locale'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { speechTagOf } from '#lib/language/language-code.ts'
import { languageNames } from '#lib/language/language-name.ts'
import { Checkbox, RadioGroup, Switch } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Slider } from '#ui/controls/slider.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { useBound, type Binding } from './bindings.ts'
import type { Row, Unit } from './sections.ts'
import type { RowTexts } from './row-texts.ts'
import styles from './settings.module.css'

type PlainRow = Exclude<Row, { kind: 'special' }>

interface RowControlProps<R extends PlainRow = PlainRow> {
  readonly row: R
  readonly texts: RowTexts
}
type Kind<K extends PlainRow['kind']> = Extract<PlainRow, { kind: K }>

/** The control of a row whose value is stored as displayed. */
export function RowControl({ row, texts }: RowControlProps) {
  switch (row.kind) {
    case 'switch':
      return <SwitchRow row={row} texts={texts} />
    case 'slider':
      return <SliderRow row={row} texts={texts} />
    case 'milliseconds':
      return <PauseRow row={row} texts={texts} />
    case 'number':
      return <NumberRow row={row} texts={texts} />
    case 'text':
      return <TextRow row={row} texts={texts} />
    case 'language':
      return <LanguageRow row={row} texts={texts} />
    case 'languages':
      return <LanguagesRow row={row} texts={texts} />
    case 'choice':
      return <ChoiceRow row={row} texts={texts} />
  }
}

function SwitchRow({ row, texts: { label, hint } }: RowControlProps<Kind<'switch'>>) {
  return (
    <Switch
      label={label}
      {...(hint && { hint })}
      isOn={useBound(row.binding)}
      onChange={row.binding.change}
    />
  )
}

function useFigure(): (value: number, unit: Unit) => string {
  const language = useLanguage()
  const t = useTexts('settings')
  return (value, unit) => {
    const format = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, options).format(value)
    if (unit === 'percent') return format({ style: 'percent' })
    if (unit === 'times') return `${format({ minimumFractionDigits: 2 })} ×`
    if (unit === 'seconds') return t('seconds', { value: format({ maximumFractionDigits: 1 }) })
    if (unit === 'decibels') return t('decibels', { value: format({}) })
    return format({ maximumFractionDigits: 2 })
  }
}

function SliderRow({ row, texts: { label, hint } }: RowControlProps<Kind<'slider'>>) {
  const figure = useFigure()
  const value = useBound(row.binding)
  return (
    <Slider
      label={label}
      hint={hint}
      value={value}
      min={row.min}
      max={row.max}
      step={row.step}
      valueText={figure(value, row.unit)}
      onChange={row.binding.change}
    />
  )
}

/** Stored in milliseconds, displayed in seconds. */
function PauseRow({ row, texts: { label, hint } }: RowControlProps<Kind<'milliseconds'>>) {
  const figure = useFigure()
  const seconds = useBound(row.binding) / 1000
  return (
    <Slider
      label={label}
      hint={hint}
      value={seconds}
      min={row.min / 1000}
      max={row.max / 1000}
      step={0.5}
      valueText={figure(seconds, 'seconds')}
      onChange={(value) => row.binding.change(value * 1000)}
    />
  )
}

/** Applies the input on blur: an incomplete number would be corrected to another one. */
function useDraft<Value>(
  binding: Binding<Value>,
  textOf: (value: Value) => string,
  valueOf: (text: string) => Value,
) {
  const stored = textOf(useBound(binding))
  const [draft, setDraft] = useState<string>()
  return {
    value: draft ?? stored,
    onChange: (event: { readonly target: { readonly value: string } }) => setDraft(event.target.value),
    onBlur: () => {
      if (draft !== undefined) binding.change(valueOf(draft))
      setDraft(undefined)
    },
  }
}

function NumberRow({ row, texts: { label, hint } }: RowControlProps<Kind<'number'>>) {
  const draft = useDraft(row.binding, String, (text) => (text.trim() === '' ? Number.NaN : Number(text)))
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      inputMode="decimal"
      min={row.min}
      max={row.max}
      step="any"
      end={row.isMoney && <span aria-hidden="true">$</span>}
      {...draft}
    />
  )
}

const asItIs = (text: string) => text

function TextRow({ row, texts: { label, hint } }: RowControlProps<Kind<'text'>>) {
  const draft = useDraft(row.binding, asItIs, asItIs)
  return row.isLong ? (
    <TextArea label={label} hint={hint} rows={2} {...draft} />
  ) : (
    <TextField label={label} hint={hint} {...draft} />
  )
}

function LanguageRow({ row, texts: { label, hint } }: RowControlProps<Kind<'language'>>) {
  const t = useTexts('settings')
  const language = useLanguage()
  const value = useBound(row.binding)
  const nameOf = languageNames(language)
  const offered = LOCALES.map(speechTagOf)
  const tags = value === '' || offered.includes(value) ? offered : [...offered, value]
  return (
    <Select
      label={label}
      hint={hint}
      value={value}
      options={[
        { value: '', label: t('byInterface') },
        ...tags.map((tag) => ({ value: tag, label: nameOf(tag) })),
      ]}
      onChange={row.binding.change}
    />
  )
}

/** Several languages, in the order in which they are chosen. */
function LanguagesRow({ row, texts: { label, hint } }: RowControlProps<Kind<'languages'>>) {
  const chosen = useBound(row.binding)
  const nameOf = languageNames(useLanguage())
  const offered = [
    ...new Set([...LOCALES.map(speechTagOf), ...navigator.languages.map(speechTagOf), ...chosen]),
  ]
  return (
    <fieldset className={styles['languages']}>
      <legend>{label}</legend>
      {hint && <p className={styles['hint']}>{hint}</p>}
      <div>
        {offered.map((tag) => (
          <Checkbox
            key={tag}
            label={nameOf(tag)}
            isChecked={chosen.includes(tag)}
            onChange={(isChecked) =>
              row.binding.change(
                isChecked ? [...chosen, tag] : chosen.filter((chosenTag) => chosenTag !== tag),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function ChoiceRow({ row, texts: { label, hint, options } }: RowControlProps<Kind<'choice'>>) {
  return (
    <>
      <RadioGroup
        label={label}
        value={useBound(row.binding)}
        layout="row"
        options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
        onChange={row.binding.change}
      />
      {hint && <p className={styles['hint']}>{hint}</p>}
    </>
  )
}
