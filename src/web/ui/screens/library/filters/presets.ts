/** Saved filters for the library screen. */
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { buildSearchCondition, isFiltered, type LibrarySearch } from '../library-search'

export type Preset = Schemas['FilterPreset']
export type PresetTab = Preset['target']

export const presetsPath = '/api/v1/filter-presets'
export const presetsQuery = (target: PresetTab) =>
  apiQuery(presetsPath, { params: { query: { target } } })

/** Whether there is anything worth saving: filters, search text or a sort order. */
export const hasContent = (search: LibrarySearch, tab: PresetTab) =>
  Boolean(search.search?.trim() || search.sort) || isFiltered(search, tab)

interface Saving {
  name: string
  search: LibrarySearch
  tab: PresetTab
  /** Saved filter to replace, if any. */
  known: Preset | undefined
}

/** Saves a filter. If a library is selected, the filter applies only to that library. */
export function savePreset({ name, search, tab, known }: Saving): Promise<Preset> {
  const { library } = search
  const contents = {
    name,
    condition: buildSearchCondition(search, tab) ?? {},
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
