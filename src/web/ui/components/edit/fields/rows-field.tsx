/** Rows of short text fields: alternate titles, links, external IDs. */
import { Button, IconButton } from '../../controls/button'
import { classes } from '../../class-names'
import { CloseIcon, PlusIcon } from '../../icons'
import { t } from '../../../i18n/i18n'
import { valueIn } from '../form/draft'
import { useEditing } from '../form/edit-context'
import styles from '../edit.module.css'
import { FieldFrame } from './field-frame'
import { useAddedRow } from './use-added-row'

export type PairRow = Readonly<Record<string, string>>

interface Column {
  name: string
  label: string
  /** For URLs, which are longer than other values. */
  isLong?: boolean
}

interface RowsFieldProps {
  field: string
  label: string
  add: string
  columns: readonly [Column, ...Column[]]
  isLockable?: boolean
  /** Set if files do not contain this field, so that it cannot be reset to a file value. */
  isOnlyByHand?: boolean
}

export function RowsField(props: RowsFieldProps) {
  const { field, label, add, columns, isLockable = true, isOnlyByHand = false } = props
  const { stored, draft, change } = useEditing()
  const rows = rowsIn(valueIn(stored, draft, field))
  const { rows: place, added } = useAddedRow(columns.length)
  const put = (next: readonly PairRow[]) => change(field, next)
  const append = () => {
    put([...rows, Object.fromEntries(columns.map(({ name }) => [name, '']))])
    added()
  }
  return (
    <FieldFrame
      field={field}
      label={label}
      isWide
      isGroup
      isLockable={isLockable}
      isOnlyByHand={isOnlyByHand}
    >
      {() => (
        <div ref={place} className={styles.people}>
          {rows.map((row, position) => (
            <Row
              // The key is the index, because values change while they are typed.
              key={position}
              row={row}
              label={label}
              columns={columns}
              onChange={(next) => put(rows.map((each) => (each === row ? next : each)))}
              onRemove={() => put(rows.filter((each) => each !== row))}
            />
          ))}
          <Button small icon={PlusIcon} onClick={append}>
            {add}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}

interface RowProps {
  row: PairRow
  label: string
  columns: readonly [Column, ...Column[]]
  onChange: (row: PairRow) => void
  onRemove: () => void
}

const Row = ({ row, label, columns, onChange, onRemove }: RowProps) => (
  <div className={classes(styles.person, columns.some(({ isLong }) => isLong) && styles.long)}>
    {columns.map(({ name, label: words, isLong }) => (
      <input
        key={name}
        className={classes(styles.text, isLong && styles.address)}
        aria-label={words}
        placeholder={words}
        dir="auto"
        value={row[name] ?? ''}
        onChange={({ target }) => onChange({ ...row, [name]: target.value })}
      />
    ))}
    <IconButton
      label={t('Remove {name}', { name: row[columns[0].name] || label })}
      icon={CloseIcon}
      onClick={onRemove}
    />
  </div>
)

export const rowsIn = (value: unknown): PairRow[] =>
  Array.isArray(value) ? (value as PairRow[]) : []
