import type { Schemas } from '../../../api/client'
import { bookTypeChoices } from '../../../components/edit/fields/choices'
import {
  formatFileFormat,
  formatLanguage,
  formatSeriesStatus,
} from '../../../labels/metadata-labels'
import { t } from '../../../i18n/i18n'
import { readingDirectionLabel } from '../../../labels/reading-directions'
import { isReadStatus, readStatusLabels } from '../../../labels/read-status'
import type { Filter, Group } from './filters'
import { parseRange } from './ranges'
import type { SortKey, SortText, Tab } from '../library-search'

export const formatGroup = (group: Group): string =>
  ({
    genre: t('Genre'),
    tag: t('Tag'),
    read: t('Read status'),
    status: t('Status'),
    publisher: t('Publisher'),
    person: t('Person'),
    language: t('Language'),
    year: t('Year'),
    age: t('Age rating'),
    direction: t('Reading direction'),
    from: t('Library'),
    format: t('File format'),
    type: t('Type'),
    wanted: t('Want to read'),
    favorite: t('Favorites'),
    rated: t('Your rating'),
    complete: t('Completeness'),
    followed: t('Release tracking'),
    problem: t('Problems'),
  })[group]

type Libraries = readonly Schemas['Library'][]

export function formatFilterValue(
  group: Group,
  value: string | null,
  libraries: Libraries,
): string {
  if (value === null) return t('Not set')
  const words: Partial<Record<Group, () => string | undefined>> = {
    read: () => (isReadStatus(value) ? readStatusLabels()[value] : undefined),
    status: () => formatSeriesStatus(value as Parameters<typeof formatSeriesStatus>[0]),
    language: () => formatLanguage(value),
    direction: () => readingDirectionLabel(value),
    format: () => formatFileFormat(value),
    age: () => formatAge(value),
    year: () => formatRange(value),
    type: () => bookTypeChoices().find((choice) => choice.value === value)?.label,
    wanted: () => t('on your “Want to read” list'),
    favorite: () => t('favorite'),
    rated: () => t('rated'),
    complete: () => t('complete'),
    followed: () => t('tracked'),
    problem: () => t('has problems'),
    from: () => libraries.find(({ id }) => id === value)?.name ?? t('Unknown library'),
  }
  return words[group]?.() ?? value
}

function formatRange(value: string): string | undefined {
  const range = parseRange(value)
  if (!range) return undefined
  const { min, max } = range
  if (max === undefined) return t('{min} or more', { min: String(min) })
  return min === undefined ? t('up to {max}', { max: String(max) }) : `${min}–${max}`
}

const formatAge = (value: string) =>
  parseRange(value)
    ? t('ages {ages}', { ages: formatRange(value) ?? value })
    : t('age {age} and up', { age: value })

/** Returns text such as "Mystery or Drama, not Horror". */
export function formatFilter(group: Group, filter: Filter, libraries: Libraries): string {
  const getNames = (isNot: boolean) =>
    filter.values
      .filter((each) => each.isNot === isNot)
      .map(({ value }) => formatFilterValue(group, value, libraries))
  const wanted = joined(getNames(false), filter.isAll ? 'conjunction' : 'disjunction')
  const unwanted = joined(getNames(true), 'disjunction')
  if (!unwanted) return wanted
  const not = t('not {names}', { names: unwanted })
  return wanted ? `${wanted}, ${not}` : not
}

const joined = (names: string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat(document.documentElement.lang || 'en', { type }).format(names)

export const formatSort = (key: SortKey, tab: Tab): string =>
  ({
    name: tab === 'people' ? t('Name') : t('Title'),
    title: t('Title'),
    series: t('Series', { context: 'one' }),
    date_added: t('Date added'),
    date_updated: t('Last updated'),
    date_read: t('Last read'),
    last_read: t('Last read'),
    release_date: t('Year'),
    book_count: t('Number of books'),
    unread_count: t('Unread books'),
    rating: t('Rating'),
    user_rating: t('Your rating'),
    random: t('Random'),
    file_size: t('File size'),
    page_count: t('Number of pages'),
    series_count: t('Number of series'),
  })[key]

const textKeys = new Set<SortKey>(['name', 'title', 'series'])
const dateKeys = new Set<SortKey>([
  'date_added',
  'date_updated',
  'date_read',
  'last_read',
  'release_date',
])

/** Describes the sort direction in terms of the sorted values, such as "Newest first". */
export function formatSortDirection(sort: SortText): string {
  const [key, direction] = sort.split(',') as [SortKey, 'asc' | 'desc']
  const isUp = direction === 'asc'
  if (textKeys.has(key)) return isUp ? t('A to Z') : t('Z to A')
  if (dateKeys.has(key)) return isUp ? t('Oldest first') : t('Newest first')
  return isUp ? t('Low to high') : t('High to low')
}

export const formatTab = (tab: Tab): string =>
  ({
    series: t('Series'),
    books: t('Books'),
    people: t('People'),
    recommended: t('Recommended'),
  })[tab]
