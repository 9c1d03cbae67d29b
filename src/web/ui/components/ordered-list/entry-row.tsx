/** One entry of an ordered list. */
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../controls/button'
import { CoverArt } from '../covers/cover'
import { ChevronDownIcon, CloseIcon, HandleIcon, MoreIcon } from '../icons'
import { Menu } from '../menus/menu'
import { detectLanguage } from '../../labels/title-language'
import { formatNumber, t } from '../../i18n/i18n'
import type { MenuItem } from '../menus/menu-item'
import styles from './ordered-list.module.css'

export interface OrderedEntry {
  /** The ID used in requests. */
  id: string
  kind: 'series' | 'book'
  /** ID of the series or book. */
  itemId: string
  title: string
  /** Shown below the title. */
  note: string
  color?: string | null
}

interface RowProps {
  entry: OrderedEntry
  /** Zero-based position. */
  index: number
  total: number
  /** Absent if the viewer may not move entries. */
  moveTo: ((index: number) => void) | undefined
  remove: (() => void) | undefined
  /** Additional menu items. */
  more: readonly MenuItem[]
}

export function EntryRow(props: RowProps) {
  const { entry, index, total, moveTo } = props
  const last = total - 1
  const step = moveTo && ((by: -1 | 1) => moveTo(Math.min(last, Math.max(0, index + by))))
  return (
    <>
      {step && <HandleIcon className={styles.handle} />}
      <span className={styles.place}>{formatNumber(index + 1)}</span>
      <EntryLink entry={entry} onKey={step} />
      {step && (
        <>
          <IconButton
            label={t('Move {name} up', { name: entry.title })}
            icon={ChevronDownIcon}
            className={styles.up}
            aria-disabled={index === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            label={t('Move {name} down', { name: entry.title })}
            icon={ChevronDownIcon}
            className={styles.down}
            aria-disabled={index === last}
            onClick={() => step(1)}
          />
        </>
      )}
      <MoreOf {...props} />
    </>
  )
}

function MoreOf({ entry, index, total, moveTo, remove, more }: RowProps) {
  const moves: MenuItem[] = moveTo
    ? [
        { label: t('Move to top'), disabled: index === 0, onSelect: () => moveTo(0) },
        {
          label: t('Move to bottom'),
          disabled: index === total - 1,
          onSelect: () => moveTo(total - 1),
        },
      ]
    : []
  const removal: MenuItem[] = remove
    ? [{ label: t('Remove'), icon: CloseIcon, onSelect: remove }]
    : []
  const groups = [moves, more, removal].filter((items) => items.length > 0)
  if (groups.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton label={t('More actions for {name}', { name: entry.title })} icon={MoreIcon} />
      }
      groups={groups.map((items) => ({ items }))}
    />
  )
}

interface EntryLinkProps {
  entry: OrderedEntry
  onKey: ((by: -1 | 1) => void) | undefined
}

/** Alt with an arrow key moves the focused entry. */
function EntryLink({ entry, onKey }: EntryLinkProps) {
  const { kind, itemId: id, title, note, color } = entry
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onKey || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onKey(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Link
      to={kind === 'series' ? '/series/$id' : '/book/$id'}
      params={{ id }}
      className={styles.link}
      draggable={false}
      aria-keyshortcuts={onKey && 'Alt+ArrowUp Alt+ArrowDown'}
      onKeyDown={onKeyDown}
    >
      <CoverArt kind={kind} id={id} color={color} className={styles.art} />
      <span>
        <b lang={detectLanguage('', title)}>{title}</b>
        <small>{note}</small>
      </span>
    </Link>
  )
}
