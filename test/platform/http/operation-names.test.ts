import { expect, test } from 'bun:test'
import { buildOperationName } from '../../../src/platform/http/openapi/operation-names'

test.each<[string, string, Partial<{ isList: boolean; isReadable: boolean }>, string]>([
  ['get', '/books', { isList: true }, 'listBooks'],
  ['get', '/books/{id}', {}, 'getBook'],
  ['get', '/series/{id}', {}, 'getSeries'],
  ['get', '/libraries/{id}/books/in-progress', { isList: true }, 'listLibraryBooksInProgress'],
  ['get', '/people', { isList: true }, 'listPeople'],
  ['get', '/people/{id}', {}, 'getPerson'],
  ['get', '/people/{id}/series', { isList: true }, 'listPersonSeries'],
  ['post', '/series/{id}/aliases', { isReadable: true }, 'addSeriesAlias'],
  ['post', '/libraries', { isReadable: true }, 'addLibrary'],
  ['post', '/libraries/{id}/scans/{scanId}/cancel', {}, 'libraryScanCancel'],
  ['put', '/books/{id}/metadata', {}, 'setBookMetadata'],
  ['patch', '/users/{id}', {}, 'updateUser'],
  ['delete', '/series/{id}/external-links/{linkId}', {}, 'deleteSeriesExternalLink'],
])('%s %s %o is named %s', (method, path, kind, name) => {
  expect(buildOperationName({ method, path, isList: false, isReadable: false, ...kind })).toBe(name)
})
