import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CloseIcon, FilterIcon, SearchIcon, SortIcon } from '../../components/icons'
import { Menu } from '../../components/menu'
import { t } from '../../i18n/i18n'
import { type LibrarySearch, readStates, sorts, statuses } from './library-search'
import { readWords, sortWords, statusWords } from './words'
import styles from './library.module.css'

export function FilterBar({ search }: { search: LibrarySearch }) {
  const navigate = useNavigate()
  const change = (next: LibrarySearch) =>
    void navigate({ to: '/library', search: cleaned({ ...search, ...next }), replace: true })
  return (
    <div className={styles.bar}>
      <SearchBox words={search.search} onChange={(words) => change({ search: words })} />
      {search.read && (
        <Chip label={readWords(search.read)} onRemove={() => change({ read: undefined })} />
      )}
      {search.status && (
        <Chip label={statusWords(search.status)} onRemove={() => change({ status: undefined })} />
      )}
      <FilterMenu search={search} change={change} />
      <span className={styles.space} />
      <SortMenu search={search} change={change} />
    </div>
  )
}

interface Part {
  search: LibrarySearch
  change: (next: LibrarySearch) => void
}

function FilterMenu({ search, change }: Part) {
  const reading = readStates.map((read) => ({
    label: readWords(read),
    checked: search.read === read,
    onSelect: () => change({ read }),
  }))
  const status = statuses.map((each) => ({
    label: statusWords(each),
    checked: search.status === each,
    onSelect: () => change({ status: each }),
  }))
  return (
    <Menu
      trigger={
        <button type="button" className={styles.chip}>
          <FilterIcon size={16} />
          {t('Filter')}
        </button>
      }
      groups={[
        { heading: t('Reading'), items: reading },
        { heading: t('Status'), items: status },
      ]}
    />
  )
}

function SortMenu({ search, change }: Part) {
  const shown = search.sort ?? 'name,asc'
  const items = sorts.map((sort) => ({
    label: sortWords(sort),
    checked: shown === sort,
    onSelect: () => change({ sort }),
  }))
  return (
    <Menu
      trigger={
        <button type="button" className={styles.chip}>
          <SortIcon size={16} />
          {sortWords(shown)}
        </button>
      }
      groups={[{ items }]}
    />
  )
}

/** The address says only what is not as always. */
const cleaned = (search: LibrarySearch): LibrarySearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== 'name,asc'),
  )

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button
    type="button"
    className={styles.chosen}
    onClick={onRemove}
    aria-label={t('Remove the filter {label}', { label })}
  >
    {label}
    <CloseIcon size={14} />
  </button>
)

const typingMs = 250

function SearchBox({
  words,
  onChange,
}: {
  words: string | undefined
  onChange: (words: string | undefined) => void
}) {
  const [typed, setTyped] = useState(words ?? '')
  const box = useRef<HTMLInputElement>(null)
  const told = useRef(onChange)
  told.current = onChange
  // An empty search in the address: somebody asked for the box.
  useEffect(() => {
    if (words === '') box.current?.focus()
  }, [words])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === (words?.trim() || undefined)) return undefined
    const timer = setTimeout(() => told.current(wanted), typingMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <label className={styles.search}>
      <SearchIcon size={16} />
      <span className="hidden-words">{t('Search in this library')}</span>
      <input
        ref={box}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('Title, person, publisher')}
        maxLength={200}
      />
    </label>
  )
}
