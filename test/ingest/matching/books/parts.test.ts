/** Issues and volumes of matched works, by number and year. */
import { describe, expect, test } from 'bun:test'
import {
  findNumberInWork,
  listSpellings,
  normalizeNumber,
} from '../../../../src/ingest/matching/books/part-number'
import { rankParts } from '../../../../src/ingest/matching/books/rank-parts'
import type { LocalBook } from '../../../../src/ingest/matching/model'
import { decideMatch } from '../../../../src/ingest/matching/rank-candidates'
import { toCandidate, toLocalBook } from './local-books'

test.each([
  ['001', '1'],
  ['0', '0'],
  ['000', '0'],
  ['#12', '12'],
  ['½', '0.5'],
  ['1/2', '0.5'],
  ['0.50', '0.5'],
  ['.5', '0.5'],
  ['1½', '1.5'],
  ['1 1/2', '1.5'],
  ['1.0', '1'],
  ['1.mu', '1.MU'],
  ['10.HU', '10.HU'],
  ['1A', '1A'],
  ['-1', '-1'],
  ['1,000,000', '1,000,000'],
  ['Alpha', 'ALPHA'],
  ['', ''],
])('the number "%s" is compared as "%s"', (text, number) => {
  expect(normalizeNumber(text)).toBe(number)
  expect(normalizeNumber(number)).toBe(number)
})

test.each([
  ['1', ['1']],
  ['001', ['1']],
  ['0.5', ['0.5', '½', '1/2']],
  ['½', ['0.5', '½', '1/2']],
  ['1.5', ['1.5', '1½']],
  ['1.mu', ['1.MU', '1.mu']],
  ['', []],
])('providers are asked for "%s" as %p', (text, spellings) => {
  expect(listSpellings(text)).toEqual(spellings)
})

describe('the number of a book', () => {
  test.each<['issues' | 'volumes', Partial<LocalBook>, string | undefined]>([
    ['issues', { number: '1.MU' }, '1.MU'],
    ['issues', { number: '1.MU', chapter: 1 }, '1.MU'],
    ['issues', { number: '½', chapter: 0.5 }, '0.5'],
    ['issues', { chapter: 12 }, '12'],
    ['issues', { number: '5', chapter: 6 }, undefined],
    ['issues', { volume: 1 }, undefined],
    ['issues', { chapter: 1, isRange: true }, undefined],
    ['issues', { chapter: 1, fileName: 'Saga Annual 001.cbz' }, undefined],
    ['issues', { number: '1', formatDetail: 'TPB' }, undefined],
    ['issues', { chapter: 1, title: 'Saga Special 1' }, undefined],
    [
      'issues',
      { chapter: 1, seriesTitle: 'Annual', title: 'Annual 1', fileName: 'Annual 1.cbz' },
      '1',
    ],
    ['issues', {}, undefined],
    ['volumes', { volume: 3 }, '3'],
    ['volumes', { volume: 0 }, undefined],
    ['volumes', { volume: 3, chapter: 20 }, undefined],
    ['volumes', { volume: 3, isRange: true }, undefined],
    ['volumes', { number: '3' }, undefined],
  ])('%s: %p is %s', (parts, values, number) => {
    expect(
      findNumberInWork(toLocalBook({ title: 'Saga', seriesTitle: 'Saga', ...values }), parts),
    ).toBe(number)
  })
})

describe('the issue of a book', () => {
  const issue = (externalId: string, number: string | null, year: number | null = null) =>
    toCandidate({ title: externalId, externalId, number, year })
  test.each<[string, number | null, ReturnType<typeof issue>[], string | null, boolean]>([
    ['1', null, [issue('a', '1'), issue('b', '2')], 'a', true],
    ['1', 2012, [issue('a', '001', 2012)], 'a', true],
    ['1', 2012, [issue('a', '1', 2013)], 'a', true],
    ['1', 2012, [issue('a', '1', 2014)], 'a', false],
    ['1', 2012, [issue('a', '1', 1984), issue('b', '1', 2012)], 'b', true],
    ['1', null, [issue('a', '1', 1984), issue('b', '1', 2012)], 'a', false],
    ['1', 2012, [issue('a', '1.MU', 2012)], null, false],
    ['1.MU', 2012, [issue('a', '1', 2012), issue('b', '1.mu', 2012)], 'b', true],
    ['0.5', null, [issue('a', '½')], 'a', true],
    ['1', null, [issue('a', null)], null, false],
    ['1', null, [], null, false],
  ])('number %s of %p among %p', (number, year, candidates, choice, mayApply) => {
    const found = decideMatch(rankParts({ number, year }, candidates))
    expect([found.choice, found.mayApply]).toEqual([choice, mayApply])
  })
})
