import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../components/controls/button'
import { GridIcon, RowsIcon, SearchIcon, SortIcon } from '../../../components/icons'
import { Menu } from '../../../components/menus/menu'
import { t } from '../../../i18n/i18n'
import { FilterChips } from './filter-chips'
import { PresetsMenu } from './presets-menu'
import { ViewMenu } from '../view-menu'
import {
  firstSort,
  type LibrarySearch,
  type SortKey,
  getSorts,
  type SortText,
  type Tab,
  usualSort,
  type View,
  withSort,
} from '../library-search'
import { formatSortDirection, formatSort } from './filter-labels'
import styles from '../library.module.css'

interface BarProps {
  tab: Tab
  view: View
  search: LibrarySearch
  change: (search: LibrarySearch) => void
  onView: (view: View) => void
}

export function FilterBar({ tab, view, search, change, onView }: BarProps) {
  const formatSet = (words: string | undefined) => {
    const { search: _, ...others } = search
    change(words === undefined ? others : { ...others, search: words })
  }
  return (
    <div className={styles.bar}>
      <SearchBox words={search.search} onChange={formatSet} />
      {tab !== 'people' && <FilterChips tab={tab} search={search} change={change} />}
      {(tab === 'series' || tab === 'books') && (
        <PresetsMenu tab={tab} search={search} change={change} />
      )}
      <span className={styles.space} />
      <SortMenu tab={tab} search={search} change={change} />
      {tab !== 'people' && (
        <span className={styles.tools}>
          <IconButton
            label={t('Covers')}
            icon={GridIcon}
            pressed={view === 'grid'}
            onClick={() => onView('grid')}
          />
          <IconButton
            label={t('List')}
            icon={RowsIcon}
            pressed={view === 'table'}
            onClick={() => onView('table')}
          />
          {(view === 'grid' || tab === 'series') && <ViewMenu view={view} />}
        </span>
      )}
    </div>
  )
}

interface SortProps {
  tab: Tab
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

function SortMenu({ tab, search, change }: SortProps) {
  const shown = search.sort ?? usualSort(tab)
  const [key, direction] = shown.split(',') as [SortKey, 'asc' | 'desc']
  const set = (sort: SortText) => change(withSort(search, tab, sort))
  const keys = getSorts(tab).map((each) => ({
    label: formatSort(each, tab),
    checked: key === each,
    onSelect: () => set(firstSort(each)),
  }))
  const directions = (['asc', 'desc'] as const).map((each) => ({
    label: formatSortDirection(`${key},${each}`),
    checked: direction === each,
    onSelect: () => set(`${key},${each}`),
  }))
  return (
    <Menu
      trigger={
        <button type="button" className={styles.chip}>
          <SortIcon size={16} />
          {formatSort(key, tab)}
          <span className="hidden-words">, {formatSortDirection(shown)}</span>
        </button>
      }
      groups={[
        { heading: t('Sort by'), items: keys },
        ...(key === 'random' ? [] : [{ heading: t('Direction'), items: directions }]),
      ]}
    />
  )
}

const typingMs = 250

function SearchBox({
  words,
  onChange,
}: {
  words: string | undefined
  onChange: (words: string | undefined) => void
}) {
  const [typed, setTyped] = useTyped(words, onChange)
  return (
    <label className={styles.search}>
      <SearchIcon size={16} />
      <span className="hidden-words">{t('Search this library')}</span>
      <input
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('Title, person, publisher')}
        maxLength={200}
      />
    </label>
  )
}

/** Typed text is written to the URL after a delay. Other changes of the URL update the text. */
function useTyped(words: string | undefined, onChange: (words: string | undefined) => void) {
  const [typed, setTyped] = useState(words ?? '')
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const sent = useRef(words)
  useLayoutEffect(() => {
    if (words === sent.current) return
    sent.current = words
    setTyped(words ?? '')
  }, [words])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === (words?.trim() || undefined)) return undefined
    const timer = setTimeout(() => {
      sent.current = wanted
      latestOnChange.current(wanted)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return [typed, setTyped] as const
}
