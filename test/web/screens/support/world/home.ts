/** Answers about the rows of the home page. */
import type { Schemas } from '../../../../../src/web/ui/api/types'
import { api } from '../page'
import { answerLibrary } from './library'
import { pageOf } from './pages'

export function answerHome(added: Schemas['Series'][] = []) {
  answerLibrary(added)
  api.on('get', '/api/v1/books/in-progress', pageOf([]))
  api.on('get', '/api/v1/books/on-deck', pageOf([]))
  api.on('get', '/api/v1/books/recently-added', pageOf([]))
  api.on('get', '/api/v1/books/recently-read', pageOf([]))
  api.on('get', '/api/v1/want-to-read', pageOf([]))
  api.on('get', '/api/v1/series/recently-added', added)
  api.on('get', '/api/v1/series/recently-updated', [])
  api.on('get', '/api/v1/user/recommendations', noRecommendations)
}

const noRecommendations: Schemas['Recommendations'] = { recommendations: [], sources: [] }
