/** A few pairs of words: alternate titles, links. */
import { useRef } from 'react'
import { Button, IconButton } from '../button'
import { CloseIcon, PlusIcon } from '../icons'
import { t } from '../../i18n/i18n'
import { valueIn } from './draft'
import { useEditing } from './editing'
import styles from './edit.module.css'
import { FieldFrame } from './field-frame'

/** One of them; without an id it is new. */
export type PairRow = Readonly<Record<string, string>> & { id?: string }

interface Column {
  name: string
  label: string
  type?: 'url'
}

interface RowsFieldProps {
  field: string
  label: string
  add: string
  columns: readonly [Column, Column]
  isLockable?: boolean
}

export function RowsField({ field, label, add, columns, isLockable = true }: RowsFieldProps) {
  const { stored, draft, change } = useEditing()
  const rows = rowsIn(valueIn(stored, draft, field))
  const place = useRef<HTMLDivElement>(null)
  const append = () => {
    change(field, [...rows, Object.fromEntries(columns.map(({ name }) => [name, '']))])
    requestAnimationFrame(() =>
      [...(place.current?.querySelectorAll<HTMLInputElement>('input') ?? [])].at(-2)?.focus(),
    )
  }
  return (
    <FieldFrame field={field} label={label} isWide isGroup isLockable={isLockable}>
      {() => (
        <div ref={place} className={styles.people}>
          {rows.map((row, position) => (
            <Row
              key={row.id ?? position}
              row={row}
              label={label}
              columns={columns}
              onChange={(next) =>
                change(
                  field,
                  rows.map((each) => (each === row ? next : each)),
                )
              }
              onRemove={() =>
                change(
                  field,
                  rows.filter((each) => each !== row),
                )
              }
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
  columns: readonly [Column, Column]
  onChange: (row: PairRow) => void
  onRemove: () => void
}

const Row = ({ row, label, columns, onChange, onRemove }: RowProps) => (
  <div className={styles.person}>
    {columns.map(({ name, label: words, type }) => (
      <input
        key={name}
        className={styles.text}
        aria-label={words}
        placeholder={words}
        type={type ?? 'text'}
        dir="auto"
        value={row[name] ?? ''}
        onChange={({ target }) => onChange({ ...row, [name]: target.value })}
      />
    ))}
    <IconButton
      label={t('Take away: {name}', { name: row[columns[0].name] || label })}
      icon={CloseIcon}
      onClick={onRemove}
    />
  </div>
)

export const rowsIn = (value: unknown): PairRow[] =>
  Array.isArray(value) ? (value as PairRow[]) : []
