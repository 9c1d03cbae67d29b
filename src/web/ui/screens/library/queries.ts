import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { requests } from '../../../shared/requests'
import { type Condition, buildCondition, getFacet, type Group } from './filters/filters'
import {
  buildSearchCondition,
  isFiltered,
  type LibrarySearch,
  shownFilters,
  type Tab,
  usualSort,
} from './library-search'

type Body = Schemas['SeriesListRequest']

/** Builds the request body for a list, which is also the key of its stored state. */
export function buildSearchBody(search: LibrarySearch, tab: Tab): Body {
  const condition = buildSearchCondition(search, tab)
  const words = search.search?.trim()
  return { ...(condition && { condition }), ...(words && { fullTextSearch: words }) }
}

export const librarySeriesQuery = (search: LibrarySearch, page: number, pageSize: number) => {
  const { condition, fullTextSearch } = buildSearchBody(search, 'series')
  const query = { page, pageSize, ...(search.sort && { sort: search.sort }) }
  // Without filters, a GET request is enough. It is fast, and the page preloads it.
  if (!isFiltered(search, 'series') && !search.within) {
    const { library } = search
    return apiQuery(requests.firstSeries.path, {
      params: {
        query: {
          ...query,
          ...(library && { libraryId: library }),
          ...(fullTextSearch && { search: fullTextSearch }),
        },
      },
    })
  }
  return buildListQuery('/api/v1/series/list', { condition, fullTextSearch }, query)
}

export const libraryBooksQuery = (search: LibrarySearch, page: number, pageSize: number) =>
  buildListQuery('/api/v1/books/list', buildSearchBody(search, 'books'), {
    page,
    pageSize,
    sort: search.sort ?? usualSort('books'),
  })

/**
 * Builds the options for a POST query. The path comes first in the key, so that live events
 * invalidate it.
 */
const buildListQuery = (
  path: '/api/v1/series/list' | '/api/v1/books/list',
  body: object,
  query: { page: number; pageSize: number; sort?: string },
) =>
  queryOptions({
    queryKey: [path, body, query] as const,
    queryFn: ({ signal }): Promise<Schemas['PageOfSeries'] | Schemas['PageOfBook']> =>
      path === '/api/v1/series/list'
        ? readResponse(api.POST('/api/v1/series/list', { params: { query }, body, signal }))
        : readResponse(api.POST('/api/v1/books/list', { params: { query }, body, signal })),
  })

export const peopleQuery = (search: LibrarySearch, page: number, pageSize: number) =>
  apiQuery('/api/v1/people', {
    params: {
      query: {
        page,
        pageSize,
        ...(search.sort && { sort: search.sort }),
        ...(search.library && { libraryId: search.library }),
        ...(search.search?.trim() && { q: search.search.trim() }),
      },
    },
  })

/**
 * Builds the query for the letters that titles of series or books begin with, in the order of the
 * list.
 */
export const lettersQuery = (search: LibrarySearch, tab: 'series' | 'books') => {
  const body = buildSearchBody(search, tab)
  const query = { sort: search.sort ?? usualSort(tab) }
  return queryOptions({
    queryKey: [`/api/v1/${tab}/list/alphabetical-groups`, body, query] as const,
    queryFn: ({ signal }) => {
      const asked = { params: { query }, body, signal }
      return readResponse(
        tab === 'series'
          ? api.POST('/api/v1/series/list/alphabetical-groups', asked)
          : api.POST('/api/v1/books/list/alphabetical-groups', asked),
      )
    },
    placeholderData: keepPreviousData,
  })
}

export type FacetValues = Pick<Schemas['Facet'], 'values' | 'isWhole'>

interface AskedFacet {
  tab: Tab
  group: Group
  /** Filters values by name. */
  words: string
}

/** Builds the query for the values of a filter group, counted with all other filters applied. */
export const facetQuery = (search: LibrarySearch, asked: AskedFacet) => {
  // The facet of people exists only for series.
  const tab = asked.tab === 'books' && asked.group !== 'person' ? 'books' : 'series'
  const body = buildFacetBody(search, { ...asked, tab })
  return queryOptions({
    queryKey: [`/api/v1/${tab}/list/facets`, body] as const,
    queryFn: async ({ signal }): Promise<FacetValues | undefined> => {
      const [facet] =
        tab === 'series'
          ? await readResponse(
              api.POST('/api/v1/series/list/facets', { body: body as SeriesFacets, signal }),
            )
          : await readResponse(
              api.POST('/api/v1/books/list/facets', { body: body as BookFacets, signal }),
            )
      return facet
    },
    placeholderData: keepPreviousData,
  })
}

type SeriesFacets = Schemas['SeriesFacetsRequest']
type BookFacets = Schemas['BookFacetsRequest']

function buildFacetBody(search: LibrarySearch, { tab, group, words }: AskedFacet) {
  const { [group]: own, ...others } = shownFilters(search, tab)
  // If all values must match, the values to choose from are those that occur together with the
  // selected ones.
  const filters = own?.isAll ? { ...others, [group]: own } : others
  const condition: Condition | undefined = buildCondition(
    filters,
    search.library,
    search.rule,
    search.within,
  )
  const text = search.search?.trim()
  return {
    facets: [getFacet(group)],
    ...(condition && { condition }),
    ...(text && { fullTextSearch: text }),
    ...(words && { search: words }),
  }
}
