import { SAMPLING_OPTIONS, type SamplingOption } from '@vee/contract/entities/sampling-limits'
import { useTexts } from '#i18n/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './sampling-fields.module.css'

interface SamplingFieldsProps {
  /** undefined: nothing is set */
  readonly sampling: Readonly<Record<SamplingOption, number | null>> | undefined
  readonly isReadOnly?: boolean
  readonly errorOf: (option: SamplingOption) => string | undefined
}

/** Fields of a form, named by option, for temperature, top-p and the longest reply; an empty one is the model's own. */
export function SamplingFields({ sampling, isReadOnly = false, errorOf }: SamplingFieldsProps) {
  const t = useTexts('models')
  return (
    <fieldset className={styles['sampling']}>
      <legend>{t('sampling.title')}</legend>
      <p className={styles['hint']}>{t('sampling.hint')}</p>
      <div className={styles['numbers']}>
        {SAMPLING_OPTIONS.map((option) => (
          <TextField
            key={option}
            label={t(`sampling.${option}`)}
            hint={t(`sampling.${option}Hint`)}
            name={option}
            inputMode="decimal"
            defaultValue={sampling?.[option] ?? ''}
            readOnly={isReadOnly}
            autoComplete="off"
            error={errorOf(option)}
          />
        ))}
      </div>
    </fieldset>
  )
}
