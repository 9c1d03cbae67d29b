/** One entry of the queue. */
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../components/controls/button'
import { CoverArt } from '../../components/covers/cover'
import { ChevronDownIcon, CloseIcon, HandleIcon, MoreIcon } from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { detectLanguage } from '../../labels/metadata-labels'
import { formatDate, formatNumber, t } from '../../i18n/i18n'
import type { Entry } from './queries'
import styles from './want-to-read.module.css'

interface RowProps {
  entry: Entry
  /** From 0. */
  index: number
  total: number
  moveTo: (index: number) => void
  remove: () => void
}

export function EntryRow(props: RowProps) {
  const { entry, index, total, moveTo } = props
  const last = total - 1
  const step = (by: -1 | 1) => moveTo(Math.min(last, Math.max(0, index + by)))
  return (
    <>
      <HandleIcon className={styles.handle} />
      <span className={styles.place}>{formatNumber(index + 1)}</span>
      <EntryLink entry={entry} onKey={step} />
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
      <MoreOf {...props} />
    </>
  )
}

const MoreOf = ({ entry, index, total, moveTo, remove }: RowProps) => (
  <Menu
    trigger={
      <IconButton label={t('More actions for {name}', { name: entry.title })} icon={MoreIcon} />
    }
    groups={[
      {
        items: [
          { label: t('Move to top'), disabled: index === 0, onSelect: () => moveTo(0) },
          {
            label: t('Move to bottom'),
            disabled: index === total - 1,
            onSelect: () => moveTo(total - 1),
          },
        ],
      },
      { items: [{ label: t('Remove'), icon: CloseIcon, onSelect: remove }] },
    ]}
  />
)

/** Alt and an arrow key move the focused entry. */
function EntryLink({ entry, onKey }: { entry: Entry; onKey: (by: -1 | 1) => void }) {
  const id = entry.seriesId ?? entry.bookId ?? ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onKey(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Link
      to={entry.itemType === 'series' ? '/series/$id' : '/book/$id'}
      params={{ id }}
      className={styles.link}
      draggable={false}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={onKeyDown}
    >
      <CoverArt kind={entry.itemType} id={id} className={styles.art} />
      <span>
        <b lang={detectLanguage('', entry.title)}>{entry.title}</b>
        <small>
          {entry.itemType === 'series' ? t('A series') : t('Book')} ·{' '}
          {t('since {date}', { date: formatDate(entry.addedAt) })}
        </small>
      </span>
    </Link>
  )
}
