/** Dialog for choosing, adding, editing and ordering the rows of the home page. */
import { useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog'
import { Button, IconButton } from '../../components/controls/button'
import { ChevronDownIcon, EditIcon, PlusIcon, TrashIcon } from '../../components/icons'
import { type HomeRow, nameOfRow } from '../../components/home-rows/home-row'
import { useKeptFocus } from '../../preact/kept-focus'
import { announce } from '../../components/feedback/live-region'
import { orderedShelves, type ShelfName, formatShelf } from '../../components/shelves/shelves'
import { Switch } from '../../components/controls/switch'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import { RowForm } from './row-form'
import styles from './home.module.css'

export function CustomizeHome({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<HomeRow | 'new'>()
  const rows = useRows()
  if (!edited) return <Arrange rows={rows} edit={setEdited} onClose={onClose} />
  const row = edited === 'new' ? undefined : edited
  const close = () => setEdited(undefined)
  const save = (next: HomeRow) => {
    rows.store(next)
    close()
  }
  return (
    <Dialog open onClose={onClose} wide title={row ? t('Edit row') : t('Add a row')}>
      <RowForm row={row} onCancel={close} onSave={save} />
    </Dialog>
  )
}

/** Returns the rows that the user added, and functions that store and remove a row. */
function useRows() {
  const { values, change } = usePreferences()
  const all = values['home.rows'] ?? []
  const store = (row: HomeRow) => {
    const isKnown = all.some(({ id }) => id === row.id)
    const next = isKnown ? all.map((each) => (each.id === row.id ? row : each)) : [...all, row]
    change({ 'home.rows': next })
  }
  const remove = (row: HomeRow) => {
    change({ 'home.rows': all.filter(({ id }) => id !== row.id) })
    announce(t('Removed'))
  }
  return { all, store, remove }
}

interface ArrangeProps {
  rows: ReturnType<typeof useRows>
  edit: (row: HomeRow | 'new') => void
  onClose: () => void
}

function Arrange({ rows, edit, onClose }: ArrangeProps) {
  useKeptFocus()
  const { values, change } = usePreferences()
  const order = orderedShelves(values['home.order'], rows.all.map(nameOfRow))
  const findRow = (name: ShelfName) => rows.all.find((row) => nameOfRow(row) === name)
  const format = (name: ShelfName) => findRow(name)?.name ?? formatShelf(name)
  const hidden = values['home.hidden'] ?? []
  const move = (name: ShelfName, by: -1 | 1) => {
    const from = order.indexOf(name)
    const others = order.filter((each) => each !== name)
    others.splice(from + by, 0, name)
    change({ 'home.order': others })
    announce(t('{name}: position {place}', { name: format(name), place: from + by + 1 }))
  }
  const show = (name: ShelfName, isShown: boolean) =>
    change({ 'home.hidden': isShown ? hidden.filter((each) => each !== name) : [...hidden, name] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Customize Home')}
      actions={<Actions edit={edit} count={rows.all.length} />}
    >
      <ol role="list" className={styles.arrange}>
        {order.map((name, position) => (
          <Place
            key={name}
            label={format(name)}
            row={findRow(name)}
            edit={edit}
            remove={rows.remove}
            isShown={!hidden.includes(name)}
            isFirst={position === 0}
            isLast={position === order.length - 1}
            show={(isShown) => show(name, isShown)}
            move={(by) => move(name, by)}
          />
        ))}
      </ol>
    </Dialog>
  )
}

/** Resetting the order and visibility keeps rows that the user added. */
function Actions({ edit, count }: { edit: (row: 'new') => void; count: number }) {
  const { change } = usePreferences()
  return (
    <>
      <Button variant="quiet" onClick={() => change({ 'home.order': [], 'home.hidden': [] })}>
        {t('Reset to default')}
      </Button>
      {count < maxRows && (
        <Button icon={PlusIcon} onClick={() => edit('new')}>
          {t('Add a row')}
        </Button>
      )}
    </>
  )
}

/** Maximum number of rows that the server accepts. */
const maxRows = 20

interface PlaceProps {
  label: string
  /** undefined unless the row was added by the user. */
  row: HomeRow | undefined
  edit: (row: HomeRow) => void
  remove: (row: HomeRow) => void
  isShown: boolean
  isFirst: boolean
  isLast: boolean
  show: (isShown: boolean) => void
  move: (by: -1 | 1) => void
}

const Place = ({ label, row, edit, remove, isShown, isFirst, isLast, show, move }: PlaceProps) => (
  <li>
    <Switch label={label} checked={isShown} onChange={show} />
    {row && (
      <>
        <IconButton
          label={t('Edit {name}', { name: label })}
          icon={EditIcon}
          onClick={() => edit(row)}
        />
        <IconButton
          label={t('Remove {name}', { name: label })}
          icon={TrashIcon}
          onClick={() => remove(row)}
        />
      </>
    )}
    <IconButton
      label={t('Move {name} up', { name: label })}
      icon={ChevronDownIcon}
      className={styles.up}
      aria-disabled={isFirst}
      onClick={() => isFirst || move(-1)}
    />
    <IconButton
      label={t('Move {name} down', { name: label })}
      icon={ChevronDownIcon}
      aria-disabled={isLast}
      onClick={() => isLast || move(1)}
    />
  </li>
)
