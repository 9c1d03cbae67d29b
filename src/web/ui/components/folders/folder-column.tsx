/** The subfolders of a folder. Only visible rows are rendered. */
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { classes } from '../class-names'
import { ChevronEndIcon, FolderIcon, LockIcon, SearchIcon } from '../icons'
import { Skeleton } from '../feedback/states'
import { isSameOrInside } from './folder-paths'
import { folderQuery } from './folder-queries'
import styles from './folders.module.css'
import { useFolderFilter } from './use-folder-filter'

type Entry = Schemas['Folder']['entries'][number]

interface ColumnProps {
  path: string
  /** The selected folder. Highlights its row, or the row of the folder that contains it. */
  chosen: string
  onOpen: (path: string) => void
  isLast: boolean
}

export function FolderColumn({ path, chosen, onOpen, isLast }: ColumnProps) {
  const folder = useQuery({ ...folderQuery(path), retry: false, staleTime: 0 })
  const filter = useFolderFilter(path, folder.data)
  return (
    <div className={classes(styles.column, isLast && styles.last)}>
      {folder.isPending && <Skeleton lines={4} />}
      {folder.isError && <p className={styles.note}>{formatError(folder.error)}</p>}
      {filter.hasFilter && <FilterBox path={path} words={filter.words} onWords={filter.setWords} />}
      {folder.data && filter.entries.length === 0 && (
        <p className={styles.note} role="status">
          {formatEmptyText(filter)}
        </p>
      )}
      <Rows
        key={filter.words}
        entries={filter.entries}
        chosen={chosen}
        onOpen={onOpen}
        label={path}
      />
      {filter.isCut && (
        <p className={styles.note}>
          {t('There are more folders. Type part of a name to find one.')}
        </p>
      )}
    </div>
  )
}

function formatEmptyText({ words, isSearching }: { words: string; isSearching: boolean }) {
  if (isSearching) return t('Searching…')
  return words.trim() === '' ? t('No subfolders') : t('No matching folders')
}

interface FilterProps {
  path: string
  words: string
  onWords: (words: string) => void
}

const FilterBox = ({ path, words, onWords }: FilterProps) => (
  <label className={styles.filter}>
    <SearchIcon size={16} />
    <span className="hidden-words">{t('Find folder in {path}', { path })}</span>
    <input
      type="search"
      value={words}
      placeholder={t('Find folder')}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      onChange={({ target }) => onWords(target.value)}
    />
  </label>
)

interface RowsProps {
  entries: readonly Entry[]
  chosen: string
  onOpen: (path: string) => void
  label: string
}

const rowHeight = 40

function Rows({ entries, chosen, onOpen, label }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const marked = entries.findIndex(({ path }) => isSameOrInside(chosen, path))
  useEffect(() => {
    if (marked >= 0) virtual.scrollToIndex(marked)
  }, [marked, virtual])
  if (entries.length === 0) return null
  return (
    <div ref={box} className={styles.rows} role="group" aria-label={label} tabIndex={-1}>
      <div style={{ height: virtual.getTotalSize() }} onKeyDown={walkRows}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index]
          if (!entry) return null
          const isChosen = index === marked
          return (
            <Row key={entry.path} entry={entry} isChosen={isChosen} onOpen={onOpen} top={start} />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  entry: Entry
  isChosen: boolean
  onOpen: (path: string) => void
  top: number
}

const Row = ({ entry, isChosen, onOpen, top }: RowProps) => (
  <button
    type="button"
    className={classes(styles.row, isChosen && styles.chosen)}
    style={{ top }}
    aria-pressed={isChosen}
    disabled={!entry.isReadable}
    title={entry.isReadable ? entry.path : t('Quire doesn’t have permission to read this folder')}
    onClick={() => onOpen(entry.path)}
  >
    {entry.isReadable ? <FolderIcon size={18} /> : <LockIcon size={18} />}
    <span>{entry.name}</span>
    {!entry.isReadable && (
      <span className="hidden-words">{t('Quire doesn’t have permission to read this folder')}</span>
    )}
    <ChevronEndIcon size={16} />
  </button>
)

/** Up and Down move between folders. */
function walkRows(event: React.KeyboardEvent) {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key]
  if (!step) return
  event.preventDefault()
  const next = document.activeElement?.[step as 'nextElementSibling']
  if (next instanceof HTMLElement) next.focus()
}
