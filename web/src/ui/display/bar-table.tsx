import styles from './bar-table.module.css'
import { Table } from './table.tsx'

interface Line {
  readonly name: string
  /** formatted values, in the order of the columns */
  readonly figures: readonly string[]
}

interface BarTableProps {
  /** for assistive technology */
  readonly caption: string
  /** heading of the names, then of the figures */
  readonly columns: readonly [string, ...string[]]
  /** `size` is the length of the bar, relative to the largest one */
  readonly rows: readonly (Line & { readonly key: string; readonly size: number })[]
  readonly total?: Line
}

/** Renders a bar for each row, with its label and values. */
export function BarTable({ caption, columns, rows, total }: BarTableProps) {
  const [first, ...others] = columns
  const largest = Math.max(...rows.map(({ size }) => size), 0)
  return (
    <Table caption={caption} isCaptionHidden>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {/* The bars repeat the adjacent values. */}
          <td aria-hidden="true" />
          {others.map((column) => (
            <th key={column} scope="col" data-align="end">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, size, ...line }) => (
          <tr key={key}>
            <Cells line={line} share={largest === 0 ? 0 : size / largest} />
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <Cells line={total} />
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

function Cells({ line, share }: { readonly line: Line; readonly share?: number }) {
  return (
    <>
      <th scope="row" className={styles['name']}>
        {line.name}
      </th>
      <td aria-hidden="true" className={styles['chart']}>
        {share !== undefined && <span className={styles['bar']} style={{ inlineSize: `${100 * share}%` }} />}
      </td>
      {line.figures.map((figure, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- a figure is the one of its column
        <td key={column} data-align="end">
          {figure}
        </td>
      ))}
    </>
  )
}
