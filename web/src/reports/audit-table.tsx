import { useLanguage, useTexts } from '#i18n/index.ts'
import { Table } from '#ui/display/table.tsx'
import styles from './reports.module.css'

type Value = string | number | null

interface AuditLine<Action extends string> {
  readonly id: string
  readonly at: string
  readonly actor: { readonly email: string }
  readonly action: Action
  readonly target: string
  readonly before: Value
  readonly after: Value
}

interface AuditTableProps<Action extends string> {
  readonly items: readonly AuditLine<Action>[]
  readonly actionText: (action: Action) => string
  /** formats values that are not numbers */
  readonly valueText: (action: Action, value: string | null) => string
}

/** Shows who changed what and when, with the previous value. */
export function AuditTable<Action extends string>({ items, actionText, valueText }: AuditTableProps<Action>) {
  const t = useTexts('teams')
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const figure = new Intl.NumberFormat(language)
  const words = (action: Action, value: Value) =>
    typeof value === 'number' ? figure.format(value) : valueText(action, value)
  return (
    <Table caption={t('audit.caption')} isCaptionHidden>
      <thead>
        <tr>
          {(['when', 'who', 'what', 'whom', 'before', 'after'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, at, actor, action, target, before, after }) => (
          <tr key={id}>
            <td className={styles['when']}>{time.format(new Date(at))}</td>
            <td className={styles['words']}>{actor.email}</td>
            <td className={styles['words']}>{actionText(action)}</td>
            <td className={styles['words']}>{target}</td>
            <td>{words(action, before)}</td>
            <td>{words(action, after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
