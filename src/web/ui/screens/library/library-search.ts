/** State of the library screen and of list pages in the URL, and the conditions built from it. */
import {
  buildCondition,
  type Condition,
  type Filters,
  type Group,
  groups,
  readFilter,
  writeFilter,
} from './filters/filters'

const tabs = ['series', 'books', 'people', 'recommended'] as const
export type Tab = (typeof tabs)[number]

const views = ['grid', 'table'] as const
export type View = (typeof views)[number]

const seriesSorts = [
  'name',
  'date_added',
  'date_updated',
  'date_read',
  'release_date',
  'book_count',
  'unread_count',
  'rating',
  'user_rating',
  'random',
] as const
const bookSorts = [
  'series',
  'title',
  'date_added',
  'last_read',
  'release_date',
  'file_size',
  'page_count',
] as const
const peopleSorts = ['name', 'series_count'] as const
export type SortKey =
  (typeof seriesSorts)[number] | (typeof bookSorts)[number] | (typeof peopleSorts)[number]
export type SortText = `${SortKey},${'asc' | 'desc'}`

export interface LibrarySearch extends Partial<Record<Group, string | number>> {
  /** ID of a library. By default, all libraries are shown. */
  library?: string
  /** Defaults to series. */
  tab?: Tab
  /** Defaults to the view in the preferences. */
  view?: View
  sort?: SortText
  search?: string
  /** Condition from the editor, in addition to the filters. */
  rule?: Condition
  /** Condition of the page that shows the list. Never in the URL. */
  within?: Condition
}

export const getSorts = (tab: Tab): readonly SortKey[] =>
  tab === 'books' ? bookSorts : tab === 'people' ? peopleSorts : seriesSorts

export const usualSort = (tab: Tab): SortText => (tab === 'books' ? 'series,asc' : 'name,asc')

/** Dates and numbers sort descending by default. */
const isRatherDown = (key: SortKey) => !['name', 'title', 'series', 'random'].includes(key)

/** Returns a sort key with its default direction. */
export const firstSort = (key: SortKey): SortText => `${key},${isRatherDown(key) ? 'desc' : 'asc'}`

export function withSort(search: LibrarySearch, tab: Tab, sort: SortText): LibrarySearch {
  const { sort: _, ...others } = search
  return sort === usualSort(tab) ? others : { ...others, sort }
}

/** Sorts by a key, or reverses the order if the list is already sorted by it. */
export function sortedBy(search: LibrarySearch, tab: Tab, given: string): LibrarySearch {
  const key = getSorts(tab).find((known) => known === given)
  if (!key) return search
  const now = search.sort ?? usualSort(tab)
  const turned: SortText = now === `${key},asc` ? `${key},desc` : `${key},asc`
  return withSort(search, tab, now.startsWith(`${key},`) ? turned : firstSort(key))
}

/** URLs are untrusted input: unknown values are dropped. */
export function readLibrarySearch(given: Record<string, unknown>): LibrarySearch {
  const { library, search, rule } = given
  const tab = tabs.find((known) => known === given['tab'])
  const view = views.find((known) => known === given['view'])
  const sort = readSort(given['sort'], tab ?? 'series')
  return {
    ...(typeof library === 'string' && idPattern.test(library) && { library }),
    ...(tab && tab !== 'series' && { tab }),
    ...(view && { view }),
    ...(sort && { sort }),
    ...(isWord(search) && { search: String(search).slice(0, 200) }),
    ...(isRule(rule) && { rule }),
    ...writeFilters(getFilters(given)),
  }
}

/** Reads the filters and the order of a page that shows a collection or reading list. */
export const readListSearch = (given: Record<string, unknown>, tab: Tab): LibrarySearch => {
  const { library: _, tab: __, view: ___, ...search } = readLibrarySearch({ ...given, tab })
  return search
}

/** Maximum length of the JSON, because the length of URLs is limited. */
const maxRuleLength = 4000

const isRule = (given: unknown): given is Condition =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.keys(given).length === 1 &&
  JSON.stringify(given).length <= maxRuleLength

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readSort(given: unknown, tab: Tab): SortText | undefined {
  if (typeof given !== 'string') return undefined
  const [name, direction = 'asc'] = given.split(',')
  const key = getSorts(tab).find((known) => known === name)
  return key && (direction === 'asc' || direction === 'desc') ? `${key},${direction}` : undefined
}

/** Accepts numbers, because the router parses a search for 1984 as a number. */
const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number'

export const getFilters = (search: Record<string, unknown> | LibrarySearch): Filters =>
  Object.fromEntries(
    groups.flatMap((group) => {
      const filter = readFilter(group, (search as Record<string, unknown>)[group])
      return filter ? [[group, filter]] : []
    }),
  )

/** A number, such as a year, is not written as text, because the router would quote it. */
export function writeFilters(filters: Filters): Partial<Record<Group, string | number>> {
  const texts = Object.entries(filters).map(([group, filter]) => {
    const text = writeFilter(filter)
    return [group, String(Number(text)) === text ? Number(text) : text]
  })
  return Object.fromEntries(texts) as Partial<Record<Group, string | number>>
}

/** Changes a filter in the URL; undefined removes it. */
export function withFilter(
  search: LibrarySearch,
  group: Group,
  filter: Filters[Group],
): LibrarySearch {
  const { [group]: _, ...others } = search
  return { ...others, ...(filter && writeFilters({ [group]: filter })) }
}

const ofSeriesOnly: ReadonlySet<Group> = new Set(['complete', 'followed'])
const ofBooksOnly: ReadonlySet<Group> = new Set(['format', 'type', 'problem'])

/** Returns the filter groups that the tab supports. */
export const listFilterGroups = (tab: Tab): readonly Group[] => {
  if (tab !== 'series' && tab !== 'books') return []
  const others = tab === 'books' ? ofSeriesOnly : ofBooksOnly
  return groups.filter((group) => !others.has(group))
}

export function shownFilters(search: LibrarySearch, tab: Tab): Filters {
  const asked = listFilterGroups(tab)
  return Object.fromEntries(
    Object.entries(getFilters(search)).filter(([group]) => asked.includes(group as Group)),
  )
}

/**
 * Builds the condition for the list from the library, the filters and the condition editor. Returns
 * undefined if there is none.
 */
export const buildSearchCondition = (search: LibrarySearch, tab: Tab): Condition | undefined =>
  buildCondition(shownFilters(search, tab), search.library, search.rule, search.within)

export const isFiltered = (search: LibrarySearch, tab: Tab): boolean =>
  search.rule !== undefined || Object.keys(shownFilters(search, tab)).length > 0
