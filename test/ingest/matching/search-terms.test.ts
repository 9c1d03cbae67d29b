import { expect, test } from 'bun:test'
import type { LocalSeries } from '../../../src/ingest/matching/model'
import { buildSearchTerms } from '../../../src/ingest/matching/read-series-name'

const local: LocalSeries = {
  title: '',
  year: null,
  authors: [],
  kind: 'manga',
  format: 'cbz',
  publisher: null,
  bookCount: null,
  maxVolume: null,
  maxChapter: null,
  aliases: [],
  language: null,
}

test.each([
  ['Berserk', ['Berserk']],
  ['[Group] Berserk (2003) (Digital) Deluxe Edition', ['Berserk']],
  ['Naruto_Gaiden v01', ['Naruto Gaiden']],
  ['Hobbit, The', ['The Hobbit']],
  ['Batman: Year One', ['Batman: Year One', 'Batman']],
  ['Junji Ito - Uzumaki', ['Junji Ito - Uzumaki', 'Junji Ito', 'Uzumaki']],
  ["Fate/stay night [Heaven's Feel]", ['Fate/stay night']],
  ['2001', ['2001']],
])('searches for "%s" by %j', (title, terms) => {
  expect(buildSearchTerms({ ...local, title })).toEqual(terms)
})

test('searches by three texts at most, aliases before the part behind a dash', () => {
  const title = 'A - B'
  expect(buildSearchTerms({ ...local, title, aliases: ['C', 'D'] })).toEqual(['A - B', 'A', 'C'])
})
