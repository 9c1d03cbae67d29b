/** A chart in the form of a table: the numbers are text, and the bars are decorative. */
import styles from './charts.module.css'

interface Row {
  id: string
  name: string
  /**
   * Determines the length of the bar, relative to the other rows. If it is missing, no bar is
   * shown.
   */
  value?: number
  cells: readonly string[]
}

interface BarTableProps {
  label: string
  columns: readonly string[]
  rows: readonly Row[]
}

export function BarTable({ label, columns: [first, ...columns], rows }: BarTableProps) {
  const most = Math.max(...rows.map(({ value }) => value ?? 0))
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, value, cells }) => (
          <tr key={id}>
            <th scope="row">
              <span>{name}</span>
              {value !== undefined && <Bar share={most > 0 ? value / most : 0} />}
            </th>
            {cells.map((cell, place) => (
              <td key={columns[place]} data-column={columns[place]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Minimum length in percent, so that even the smallest value above zero is visible. */
const leastWidth = 1

const Bar = ({ share }: { share: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.track} width="100" height="6" />
    {share > 0 && (
      <rect className={styles.fill} width={Math.max(leastWidth, share * 100)} height="6" />
    )}
  </svg>
)
