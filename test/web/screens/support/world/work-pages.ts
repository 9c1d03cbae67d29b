/** Answers about one series or book, as its page asks for them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'
import { api } from '../page'
import { createFullBook, noDetails } from './full-books'
import { answerLibrary } from './library'
import { pageOf } from './pages'

const noData: Schemas['UserData'] = {
  rating: null,
  note: null,
  favorite: false,
  updatedAt: null,
  average: null,
  count: 0,
}
const noHistory: Schemas['ReadHistory'] = { readCount: 0, lastCompletedAt: null, entries: [] }

export function answerSeriesPage(series: Schemas['Series'], books: Schemas['Book'][]) {
  const { id } = series
  answerLibrary([series], books)
  api.on('get', '/api/v1/series/{id}', series)
  api.on('get', '/api/v1/series/{id}/books', pageOf(books))
  api.on('get', '/api/v1/series/{id}/next-book', { book: books[0] ?? null })
  api.on('get', '/api/v1/series/{id}/number-kinds', [{ numberKind: null, bookCount: books.length }])
  api.on('get', '/api/v1/books/{id}/full', createFullBook(books[0]!))
  api.on('get', '/api/v1/series/{id}/collections', pageOf([]))
  api.on('get', '/api/v1/series/{id}/user-data', noData)
  api.on('get', '/api/v1/series/{id}/read-history', noHistory)
  api.on('get', '/api/v1/series/{id}/metadata/sources', { seriesId: id, fields: [], files: [] })
  api.on('get', '/api/v1/series/{id}/releases', pageOf([]))
  api.on('get', '/api/v1/series/{id}/editions', [])
  api.on('get', '/api/v1/grouping-changes', pageOf([]))
  const none = { seriesId: id, volumes: [], chapters: [] }
  api.on('get', '/api/v1/series/{id}/missing', { ...none, volumeCount: 0, chapterCount: 0 })
  api.on('get', '/api/v1/series/{id}/numbers', { ...none, isWhole: true })
}

export function answerBookPage(book: Schemas['Book'], series: Schemas['Series']) {
  const { id: bookId } = book
  answerLibrary([series], [book])
  api.on('get', '/api/v1/series/{id}', series)
  api.on('get', '/api/v1/books/{id}/full', createFullBook(book))
  api.on('get', '/api/v1/books/{id}/readlists', pageOf([]))
  api.on('get', '/api/v1/books/{id}/user-data', noData)
  api.on('get', '/api/v1/books/{id}/read-history', noHistory)
  api.on('get', '/api/v1/books/{id}/bookmarks', pageOf([]))
  const alone = { prev: null, next: null, position: 1, count: 1 }
  api.on('get', '/api/v1/books/{id}/adjacent', alone)
  api.refuse('get', '/api/v1/books/{id}/parse', 404, { error: 'not_found', message: 'No file' })
  api.on('get', '/api/v1/books/{id}/metadata/sources', {
    bookId,
    fields: [],
    details: noDetails,
    files: [],
  })
}
