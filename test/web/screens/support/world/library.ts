/** Answers about the series and books of a library, as the lists ask for them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'
import { api } from '../page'
import { pageOf } from './pages'
import { library } from './works'

const noPreferences: Schemas['ScopedPreferences'] = { scope: 'user', id: null, preferences: {} }

export function answerLibrary(series: Schemas['Series'][], books: Schemas['Book'][] = []) {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/preferences', noPreferences)
  api.on('get', '/api/v1/filter-presets', { presets: [] })
  api.on('get', '/api/v1/series', pageOf(series))
  api.on('post', '/api/v1/series/list', pageOf(series))
  api.on('post', '/api/v1/books/list', pageOf(books))
  api.on('post', '/api/v1/series/list/alphabetical-groups', [])
  api.on('post', '/api/v1/books/list/alphabetical-groups', [])
}
