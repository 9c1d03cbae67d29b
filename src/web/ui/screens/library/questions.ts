/** What the library asks the server. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, type Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { type Condition, conditionOf, facetOf, type Group } from './filters'
import { type LibrarySearch, shownFilters, type Tab, usualSort } from './library-search'

type Body = Schemas['SeriesListRequest']

/** Also the key under which a list is remembered: without what only changes its look. */
export function bodyOf(search: LibrarySearch, tab: Tab): Body {
  const condition = conditionOf(shownFilters(search, tab), search.library)
  const words = search.search?.trim()
  return { ...(condition && { condition }), ...(words && { fullTextSearch: words }) }
}

export const askSeries = (search: LibrarySearch, page: number, pageSize: number) => {
  const { condition, fullTextSearch } = bodyOf(search, 'series')
  const query = { page, pageSize, ...(search.sort && { sort: search.sort }) }
  const hasFilters = Object.keys(shownFilters(search, 'series')).length > 0
  // The plain question is answered quickest, and asked for by the page before this code is there.
  if (!hasFilters) {
    const { library } = search
    return ask('/api/v1/series', {
      params: {
        query: {
          ...query,
          ...(library && { libraryId: library }),
          ...(fullTextSearch && { search: fullTextSearch }),
        },
      },
    })
  }
  return askBy('/api/v1/series/list', { condition, fullTextSearch }, query)
}

export const askBooks = (search: LibrarySearch, page: number, pageSize: number) =>
  askBy('/api/v1/books/list', bodyOf(search, 'books'), {
    page,
    pageSize,
    sort: search.sort ?? usualSort('books'),
  })

/** Lists whose question is a body are remembered by it, below the path that events name. */
const askBy = (
  path: '/api/v1/series/list' | '/api/v1/books/list',
  body: object,
  query: { page: number; pageSize: number; sort?: string },
) =>
  queryOptions({
    queryKey: [path, body, query] as const,
    queryFn: ({ signal }): Promise<Schemas['PageOfSeries'] | Schemas['PageOfBook']> =>
      path === '/api/v1/series/list'
        ? answerOf(api.POST('/api/v1/series/list', { params: { query }, body, signal }))
        : answerOf(api.POST('/api/v1/books/list', { params: { query }, body, signal })),
  })

export const askPeople = (search: LibrarySearch, page: number, pageSize: number) =>
  ask('/api/v1/people', {
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

export const askLetters = (search: LibrarySearch) => {
  const body = bodyOf(search, 'series')
  return queryOptions({
    queryKey: ['/api/v1/series/list/alphabetical-groups', body] as const,
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/v1/series/list/alphabetical-groups', { body, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The values of a group with their counts, as the other filters leave them. */
export const askFacet = (search: LibrarySearch, group: Group, words: string) => {
  const body = facetBody(search, group, words)
  return queryOptions({
    queryKey: ['/api/v1/series/list/facets', body] as const,
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.POST('/api/v1/series/list/facets', { body, signal }))
      return answer[0]
    },
    placeholderData: keepPreviousData,
  })
}

function facetBody(search: LibrarySearch, group: Group, words: string) {
  const { [group]: own, ...others } = shownFilters(search, 'series')
  // With "all of them" the values that are left are those beside the chosen.
  const filters = own?.isAll ? { ...others, [group]: own } : others
  const condition: Condition | undefined = conditionOf(filters, search.library)
  const text = search.search?.trim()
  return {
    facets: [facetOf(group)],
    ...(condition && { condition }),
    ...(text && { fullTextSearch: text }),
    ...(words && { search: words }),
  }
}
