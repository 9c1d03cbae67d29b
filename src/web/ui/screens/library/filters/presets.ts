/** Saved filters of the library screen. */
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import {
  readLibrarySearch,
  type LibrarySearch,
  shownFilters,
  writeFilters,
} from '../library-search'
import { buildCondition } from './filters'
import { readCondition } from './read-condition'

export type Preset = Schemas['FilterPreset']
export type PresetTab = Preset['target']

export const presetsPath = '/api/v1/filter-presets'
export const presetsQuery = (target: PresetTab) =>
  apiQuery(presetsPath, { params: { query: { target } } })

/** What is worth saving: filters, words, an order. */
export const hasContent = (search: LibrarySearch, tab: PresetTab) =>
  Boolean(search.search?.trim() || search.sort) || Object.keys(shownFilters(search, tab)).length > 0

/** What the screen shows with a saved filter; undefined if it cannot show its condition. */
export function toSearch(
  { condition, query, sort, libraryId }: Preset,
  { library, tab, view }: LibrarySearch,
): LibrarySearch | undefined {
  const filters = readCondition(condition, libraryId ?? undefined)
  return (
    filters &&
    readLibrarySearch({
      library,
      tab,
      view,
      ...writeFilters(filters),
      ...(query && { search: query }),
      ...(sort && { sort }),
    })
  )
}

interface Saving {
  name: string
  search: LibrarySearch
  tab: PresetTab
  /** Replaced. */
  known: Preset | undefined
}

/** In a library it is a filter of that library. */
export function savePreset({ name, search, tab, known }: Saving): Promise<Preset> {
  const { library } = search
  const contents = {
    name,
    condition: buildCondition(shownFilters(search, tab), library) ?? {},
    query: search.search?.trim() || null,
    sort: search.sort ?? null,
    libraryId: library ?? null,
  }
  if (known) {
    const params = { path: { id: known.id } }
    return readResponse(api.PUT('/api/v1/filter-presets/{id}', { params, body: contents }))
  }
  const scope = library ? 'library' : 'global'
  const body = { ...contents, scope, target: tab } as const
  return readResponse(api.POST(presetsPath, { body }))
}

export const deletePreset = ({ id }: Preset) =>
  readResponse(api.DELETE('/api/v1/filter-presets/{id}', { params: { path: { id } } }))
