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
  /** Omitted if the list has only one view. */
  onView?: (view: View) => void
  /** Name of the list's own order, which applies without `sort`. Absent if the list has none. */
  ownOrder?: string | undefined
}

export function FilterBar({ tab, view, search, change, onView, ownOrder }: BarProps) {
  const setWords = (words: string | undefined) => {
    const { search: _, ...others } = search
    change(words === undefined ? others : { ...others, search: words })
  }
  return (
    <div className={styles.bar}>
      <SearchBox
        label={search.within ? t('Search this list') : t('Search this library')}
        words={search.search}
        onChange={setWords}
      />
      {tab !== 'people' && <FilterChips tab={tab} search={search} change={change} />}
      {(tab === 'series' || tab === 'books') && !search.within && (
        <PresetsMenu tab={tab} search={search} change={change} />
      )}
      <span className={styles.space} />
      <SortMenu tab={tab} search={search} change={change} ownOrder={ownOrder} />
      {onView && tab !== 'people' && (
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

type SortProps = Pick<BarProps, 'tab' | 'search' | 'change' | 'ownOrder'>

function SortMenu({ tab, search, change, ownOrder }: SortProps) {
  const shown = search.sort ?? usualSort(tab)
  const [key, direction] = shown.split(',') as [SortKey, 'asc' | 'desc']
  const isOwn = ownOrder !== undefined && !search.sort
  const set = (sort: SortText) =>
    change(search.within ? { ...search, sort } : withSort(search, tab, sort))
  const own = ownOrder !== undefined && {
    label: ownOrder,
    checked: isOwn,
    onSelect: () => change(withSort(search, tab, usualSort(tab))),
  }
  const keys = getSorts(tab).map((each) => ({
    label: formatSort(each, tab),
    checked: !isOwn && key === each,
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
          {isOwn ? ownOrder : formatSort(key, tab)}
          {!isOwn && <span className="hidden-words">, {formatSortDirection(shown)}</span>}
        </button>
      }
      groups={[
        { heading: t('Sort by'), items: own ? [own, ...keys] : keys },
        ...(key === 'random' || isOwn ? [] : [{ heading: t('Direction'), items: directions }]),
      ]}
    />
  )
}

const typingMs = 250

function SearchBox({
  label,
  words,
  onChange,
}: {
  label: string
  words: string | undefined
  onChange: (words: string | undefined) => void
}) {
  const [typed, setTyped] = useTyped(words, onChange)
  return (
    <label className={styles.search}>
      <SearchIcon size={16} />
      <span className="hidden-words">{label}</span>
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
