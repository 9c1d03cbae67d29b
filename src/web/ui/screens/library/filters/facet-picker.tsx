/** Includes or excludes values of a filter. The server searches the values. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { ErrorState, Skeleton } from '../../../components/feedback/states'
import { formatNumber, t } from '../../../i18n/i18n'
import {
  type Filter,
  type FilterValue,
  type Group,
  isYesNo,
  isNumber,
  findValue,
  toggled,
  withRange,
} from './filters'
import { getFilters, type LibrarySearch, type Tab } from '../library-search'
import { facetQuery, type FacetValues } from '../queries'
import { RangeFields } from './range-fields'
import { parseRange } from './ranges'
import { formatGroup, formatFilterValue } from './filter-labels'
import styles from './facet-picker.module.css'

interface PickerProps {
  tab: Tab
  group: Group
  search: LibrarySearch
  onChange: (filter: Filter | undefined) => void
}

const typingMs = 200
const searchable = new Set<Group>(['genre', 'tag', 'publisher', 'person', 'language'])
/** Groups in which a series or book can have several values. In other groups, it has only one. */
const severalAtOnce = new Set<Group>(['genre', 'tag', 'person'])

export function FacetPicker({ tab, group, search, onChange }: PickerProps) {
  const [typed, setTyped] = useState('')
  const filter = getFilters(search)[group]
  return (
    <div className={styles.picker}>
      {severalAtOnce.has(group) && <AnyOrAll filter={filter} onChange={onChange} />}
      {searchable.has(group) && (
        <input
          type="search"
          className={styles.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={t('Search…')}
          aria-label={t('Search {group}', { group: formatGroup(group) })}
          maxLength={100}
        />
      )}
      {isNumber(group) && <RangeFields onPick={(range) => onChange(withRange(filter, range))} />}
      <Values
        tab={tab}
        group={group}
        search={search}
        filter={filter}
        words={useDebounced(typed.trim())}
        onPick={(value) => onChange(toggled(filter, value))}
      />
      {filter && (
        <Button small variant="quiet" onClick={() => onChange(undefined)}>
          {t('Remove filter')}
        </Button>
      )}
    </div>
  )
}

function useDebounced(words: string) {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), typingMs)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

function AnyOrAll({
  filter,
  onChange,
}: {
  filter: Filter | undefined
  onChange: PickerProps['onChange']
}) {
  if (!filter || filter.values.filter(({ isNot }) => !isNot).length < 2) return null
  const choices = [
    { isAll: false, words: t('Any') },
    { isAll: true, words: t('All') },
  ]
  return (
    <div className={styles.modes} role="group" aria-label={t('Match')}>
      {choices.map(({ isAll, words }) => (
        <button
          key={words}
          type="button"
          aria-pressed={filter.isAll === isAll}
          onClick={() => onChange({ ...filter, isAll })}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

interface ValuesProps {
  tab: Tab
  group: Group
  search: LibrarySearch
  filter: Filter | undefined
  words: string
  onPick: (value: FilterValue) => void
}

function Values({ tab, group, search, filter, words, onPick }: ValuesProps) {
  const isAsked = !isYesNo(group)
  const answer = useQuery({ ...facetQuery(search, { tab, group, words }), enabled: isAsked })
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  if (answer.isError && !answer.data) {
    return <ErrorState error={answer.error} retry={answer.refetch} />
  }
  if (isAsked && !answer.data) return <Skeleton lines={5} />
  const rows = isAsked ? buildRows(answer.data, { group, filter, words }) : [{ value: 'yes' }]
  // On the books tab, people are counted by series.
  const formatCount = tab === 'books' && group === 'person' ? formatSeriesCount : formatNumber
  if (rows.length === 0) return <p className={styles.note}>{t('No matches')}</p>
  return (
    <>
      <ul className={styles.values} role="list" aria-busy={answer.isFetching}>
        {rows.map((row) => (
          <Value
            key={row.value ?? '~'}
            value={row.value}
            count={row.count === undefined ? undefined : formatCount(row.count)}
            name={formatFilterValue(group, row.value, libraries)}
            isNot={findValue(filter, row.value)?.isNot}
            onPick={onPick}
          />
        ))}
      </ul>
      {answer.data?.isWhole === false && (
        <p className={styles.note}>{t('There are more. Search to find them.')}</p>
      )}
    </>
  )
}

interface Row {
  value: string | null
  count?: number | undefined
}

interface Known {
  group: Group
  filter: Filter | undefined
  words: string
}

/** Selected values stay visible even if they have no results. */
function buildRows(facet: FacetValues | undefined, { group, filter, words }: Known): Row[] {
  const rows: Row[] = (facet?.values ?? []).map(({ value, count }) => ({
    value: value === null ? null : String(value),
    count,
  }))
  const gone = (filter?.values ?? []).filter(
    ({ value }) => words === '' && !rows.some((row) => row.value === value),
  )
  const chosen = gone.map(({ value }) => ({ value, count: parseRange(value) ? undefined : 0 }))
  return [...chosen, ...(isNumber(group) ? rows.toSorted(byNumber) : rows)]
}

/** Sorts numbers in descending order and puts entries without a value last. */
const byNumber = (one: Row, other: Row) => Number(other.value ?? -1) - Number(one.value ?? -1)

interface ValueProps {
  value: string | null
  name: string
  /** Number of results. */
  count: string | undefined
  /** undefined: neither included nor excluded. */
  isNot: boolean | undefined
  onPick: (value: FilterValue) => void
}

const Value = ({ value, count, name, isNot, onPick }: ValueProps) => (
  <li className={styles.value}>
    <button
      type="button"
      className={styles.wanted}
      aria-pressed={isNot === false}
      onClick={() => onPick({ value, isNot: false })}
    >
      <span>{name}</span>
      {count !== undefined && <small>{count}</small>}
    </button>
    <button
      type="button"
      className={styles.not}
      aria-pressed={isNot === true}
      aria-label={t('Exclude {name}', { name })}
      onClick={() => onPick({ value, isNot: true })}
    >
      {t('Exclude')}
    </button>
  </li>
)

const formatSeriesCount = (count: number) =>
  t('{total, plural, one {# series} other {# series}}', { total: count })
