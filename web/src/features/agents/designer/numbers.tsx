import { Calculator, Plus, X } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Table } from '#ui/display/table.tsx'
import { recalculate, type NumberRow } from './calculate.ts'
import { usualRows } from './design.ts'
import styles from './designer.module.css'

interface NumbersProps {
  readonly rows: readonly NumberRow[]
  /** numbers from the agent's last reply, if there are any */
  readonly suggested: readonly NumberRow[]
  readonly onChange: (rows: readonly NumberRow[]) => void
}

/** Back-of-the-envelope numbers: every row can use those above, and all are recalculated with each change. */
export function Numbers({ rows, suggested, onChange }: NumbersProps) {
  const t = useTexts('designer')
  const change = (id: string, fields: Partial<NumberRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...fields } : row)))

  return (
    <div className={styles['numbers']}>
      {rows.length > 0 && (
        <Table caption={t('numbers.caption')}>
          <thead>
            <tr>
              <th scope="col">{t('numbers.name')}</th>
              <th scope="col">{t('numbers.formula')}</th>
              <th scope="col" data-align="end">
                {t('numbers.result')}
              </th>
              <th aria-hidden />
            </tr>
          </thead>
          <tbody>
            {recalculate(rows).map((row, index) => (
              <NumberRowFields
                key={row.id}
                row={row}
                number={index + 1}
                onChange={(fields) => change(row.id, fields)}
                onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
              />
            ))}
          </tbody>
        </Table>
      )}
      <p className={styles['note']}>{t('numbers.hint')}</p>
      <div className={styles['actions']}>
        <Button icon={Plus} onClick={() => onChange([...rows, { id: randomId(), name: '', formula: '' }])}>
          {t('numbers.add')}
        </Button>
        {suggested.length > 0 && (
          <Button icon={Calculator} onClick={() => onChange(suggested)}>
            {t('numbers.take')}
          </Button>
        )}
        {rows.length === 0 && <Button onClick={() => onChange(usualRows())}>{t('numbers.start')}</Button>}
      </div>
    </div>
  )
}

interface NumberRowFieldsProps {
  readonly row: ReturnType<typeof recalculate>[number]
  /** from 1 */
  readonly number: number
  readonly onChange: (fields: Partial<NumberRow>) => void
  readonly onRemove: () => void
}

/** The fields of one number, and its result. */
function NumberRowFields({ row, number, onChange, onRemove }: NumberRowFieldsProps) {
  const t = useTexts('designer')
  const language = useLanguage()
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: 4, notation: 'standard' })
  const { name, formula, result, problem } = row
  const called = name === '' ? t('numbers.row', { number }) : name
  return (
    <tr>
      <td>
        <input
          className={styles['cell']}
          aria-label={`${t('numbers.name')}, ${t('numbers.row', { number })}`}
          aria-invalid={problem === 'name' || problem === 'twice' || undefined}
          value={name}
          spellCheck={false}
          onChange={(event) => onChange({ name: event.target.value.trim() })}
        />
      </td>
      <td>
        <input
          className={styles['cell']}
          aria-label={`${t('numbers.formula')}, ${called}`}
          aria-invalid={problem === 'formula' || undefined}
          value={formula}
          spellCheck={false}
          onChange={(event) => onChange({ formula: event.target.value })}
        />
        {problem && <small className={styles['problem']}>{t(`numbers.problem.${problem}`)}</small>}
      </td>
      <td data-align="end">
        <output className={styles['result']}>{result === undefined ? '–' : format.format(result)}</output>
      </td>
      <td>
        <IconButton
          icon={X}
          label={t('numbers.remove', { name: called })}
          size="compact"
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}
