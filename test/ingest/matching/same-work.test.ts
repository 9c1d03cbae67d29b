import { expect, test } from 'bun:test'
import { groupSameWorks, type FoundWork } from '../../../src/ingest/matching/group-same-works'
import type { Candidate } from '../../../src/ingest/providers/model'

const usual: Candidate = {
  externalId: '1',
  title: 'Vinland Saga',
  alternateTitles: [],
  year: 2005,
  format: 'manga',
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  authors: ['Makoto Yukimura'],
  country: null,
  publisher: null,
  coverUrl: null,
  siteUrl: null,
  summary: null,
}

const find = (provider: string, values: Partial<Candidate> = {}, ids: object = {}): FoundWork => ({
  provider,
  candidate: { ...usual, ...values },
  crossReferences: Object.entries(ids).map(([name, externalId]) => ({
    provider: name,
    externalId: String(externalId),
  })),
})

const first = find('anilist')
const cases: [name: string, other: FoundWork, isSame: boolean][] = [
  ['the same facts', find('kitsu', { externalId: '9' }), true],
  ['the order of names', find('kitsu', { authors: ['YUKIMURA Makoto'] }), true],
  ['a later edition', find('kitsu', { year: 2006 }), true],
  ['another year', find('kitsu', { year: 2009 }), false],
  ['an unknown year', find('kitsu', { year: null }), false],
  ['another medium', find('kitsu', { format: 'light_novel' }), false],
  ['an unknown medium', find('kitsu', { format: null }), false],
  ['another author', find('kitsu', { authors: ['Somebody Else'] }), false],
  ['no author, same year', find('kitsu', { authors: [] }), true],
  ['no author, another year', find('kitsu', { authors: [], year: 2006 }), false],
  ['another title', find('kitsu', { title: 'Planetes' }), false],
  [
    'an alternate title',
    find('kitsu', {
      title: 'Vinrando',
      alternateTitles: [{ language: '', title: 'Vinland Saga' }],
    }),
    true,
  ],
  ['its id', find('kitsu', { title: 'X', year: null, authors: [] }, { anilist: 1 }), true],
  ['the id of another work', find('kitsu', {}, { anilist: 2 }), false],
  ['the same provider', find('anilist', { externalId: '2' }), false],
]

test.each(cases)('%s', (_, other, isSame) => {
  const expected = isSame ? [[0, 1]] : [[0], [1]]
  expect(groupSameWorks([first, other])).toEqual(expected)
  expect(groupSameWorks([other, first])).toEqual(expected)
})

test('an id of a third catalog decides, too', () => {
  const mal = (provider: string, id: number, values: Partial<Candidate> = {}) =>
    find(provider, values, { myanimelist: id })
  expect(groupSameWorks([mal('anilist', 642), mal('mangadex', 642, { title: 'X' })])).toEqual([
    [0, 1],
  ])
  expect(groupSameWorks([mal('anilist', 642), mal('mangadex', 643)])).toEqual([[0], [1]])
})

test('every candidate is in one group, in the given order', () => {
  const found = [
    find('anilist'),
    find('anilist', { externalId: '2', title: 'Planetes', year: 1999 }),
    find('kitsu'),
    find('kitsu', { externalId: '3' }),
    find('mangadex', { title: 'Planetes', year: 1999 }),
  ]
  expect(groupSameWorks(found)).toEqual([[0, 2], [1, 4], [3]])
  expect(groupSameWorks([])).toEqual([])
})
