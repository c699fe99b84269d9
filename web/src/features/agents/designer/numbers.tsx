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
  const language = useLanguage()
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: 4, notation: 'standard' })
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
            {recalculate(rows).map(({ id, name, formula, result, problem }, index) => {
              const called = name === '' ? t('numbers.row', { number: index + 1 }) : name
              return (
                <tr key={id}>
                  <td>
                    <input
                      className={styles['cell']}
                      aria-label={`${t('numbers.name')}, ${t('numbers.row', { number: index + 1 })}`}
                      aria-invalid={problem === 'name' || problem === 'twice' || undefined}
                      value={name}
                      spellCheck={false}
                      onChange={(event) => change(id, { name: event.target.value.trim() })}
                    />
                  </td>
                  <td>
                    <input
                      className={styles['cell']}
                      aria-label={`${t('numbers.formula')}, ${called}`}
                      aria-invalid={problem === 'formula' || undefined}
                      value={formula}
                      spellCheck={false}
                      onChange={(event) => change(id, { formula: event.target.value })}
                    />
                    {problem && (
                      <small className={styles['problem']}>{t(`numbers.problem.${problem}`)}</small>
                    )}
                  </td>
                  <td data-align="end">
                    <output className={styles['result']}>
                      {result === undefined ? '–' : format.format(result)}
                    </output>
                  </td>
                  <td>
                    <IconButton
                      icon={X}
                      label={t('numbers.remove', { name: called })}
                      size="compact"
                      onClick={() => onChange(rows.filter((row) => row.id !== id))}
                    />
                  </td>
                </tr>
              )
            })}
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
