import { describe, expect, test } from 'bun:test'
import {
  buildCondition,
  readFilter,
  toggled,
  withRange,
  writeFilter,
} from '../../../../src/web/ui/screens/library/filters/filters'
import {
  getFilters,
  readLibrarySearch,
  sortedBy,
  withFilter,
} from '../../../../src/web/ui/screens/library/library-search'
import { getFilterRange } from '../../../../src/web/ui/screens/library/filters/ranges'

describe('filters in the URL', () => {
  test('are read as included, excluded and empty', () => {
    expect(readFilter('genre', 'Mystery,-Horror,~')).toEqual({
      isAll: false,
      values: [
        { value: 'Mystery', isNot: false },
        { value: 'Horror', isNot: true },
        { value: null, isNot: false },
      ],
    })
  })

  test('are written and read without loss, whatever a name contains', () => {
    const names = ['a,b', 'c;d', '-minus', '~', 'back\\slash', 'Größe & 潮', '\\,;']
    for (const isAll of [false, true]) {
      const filter = { isAll, values: names.map((value, at) => ({ value, isNot: at % 2 === 1 })) }
      expect(readFilter('tag', writeFilter(filter))).toEqual(filter)
    }
  })

  test('drop unknown values', () => {
    expect(readFilter('year', '1999,soon')?.values).toEqual([{ value: '1999', isNot: false }])
    expect(readFilter('status', 'sold')).toBeUndefined()
    expect(readFilter('from', "' or 1=1")).toBeUndefined()
    expect(readFilter('genre', { evil: true })).toBeUndefined()
    expect(readFilter('genre', `${'x'.repeat(101)},Drama`)?.values).toHaveLength(1)
    expect(
      readFilter('tag', Array.from({ length: 50 }, (_, n) => `t${n}`).join(','))?.values,
    ).toHaveLength(20)
  })

  test('accept a year that the router parsed as a number', () => {
    const search = readLibrarySearch({ year: 1999 })
    expect(search).toEqual({ year: 1999 })
    expect(readLibrarySearch({ year: -1999 })).toEqual({ year: -1999 })
    expect(getFilters(search).year?.values).toEqual([{ value: '1999', isNot: false }])
  })
})

describe('a clicked value', () => {
  test('is included, excluded, and removed when clicked again', () => {
    const wanted = toggled(undefined, { value: 'A', isNot: false })
    expect(wanted?.values).toEqual([{ value: 'A', isNot: false }])
    const unwanted = toggled(wanted, { value: 'A', isNot: true })
    expect(unwanted?.values).toEqual([{ value: 'A', isNot: true }])
    expect(toggled(unwanted, { value: 'A', isNot: true })).toBeUndefined()
  })
})

describe('the server condition', () => {
  test('matches one or all of the included values and no excluded one', () => {
    const filters = getFilters({ genre: 'A,B,-C', read: 'unread' })
    expect(buildCondition(filters, undefined)).toEqual({
      allOf: [
        {
          anyOf: [
            { genre: { operator: 'is', value: 'A' } },
            { genre: { operator: 'is', value: 'B' } },
          ],
        },
        { not: { genre: { operator: 'is', value: 'C' } } },
        { readStatus: { operator: 'is', value: 'unread' } },
      ],
    })
    expect(buildCondition(getFilters({ tag: 'A;B' }), undefined)).toEqual({
      allOf: [{ tag: { operator: 'is', value: 'A' } }, { tag: { operator: 'is', value: 'B' } }],
    })
  })

  test('supports numbers and missing values', () => {
    expect(buildCondition(getFilters({ year: 1999 }), undefined)).toEqual({
      year: { operator: 'eq', value: 1999 },
    })
    expect(buildCondition(getFilters({ age: '~' }), undefined)).toEqual({
      ageRating: { operator: 'isNull' },
    })
    expect(buildCondition({}, undefined)).toBeUndefined()
  })

  test('supports a range of years and an open range', () => {
    const buildRange = (year: string) => buildCondition(getFilters({ year }), undefined)
    expect(buildRange('1990..1999')).toEqual({
      year: { operator: 'between', min: 1990, max: 1999 },
    })
    expect(buildRange('1990..')).toEqual({ year: { operator: 'between', min: 1990 } })
    expect(buildRange('-..1999')).toEqual({ not: { year: { operator: 'between', max: 1999 } } })
    expect(buildRange('..')).toBeUndefined()
  })
})

test('a range accepts values in any order, and there is only one at a time', () => {
  expect(getFilterRange('1999', '1990')).toBe('1990..1999')
  expect(getFilterRange('', '1999')).toBe('..1999')
  expect(getFilterRange('1999', '1999')).toBe('1999')
  expect(getFilterRange('soon', '')).toBeUndefined()
  const filter = withRange(readFilter('year', '1980..1989,2001,-1995..'), '1990..')
  expect(writeFilter(filter)).toBe('2001,-1995..,1990..')
})

test('a column header sorts in its default direction first, then in the other', () => {
  const once = sortedBy({}, 'series', 'release_date')
  expect(once).toEqual({ sort: 'release_date,desc' })
  expect(sortedBy(once, 'series', 'release_date')).toEqual({ sort: 'release_date,asc' })
  expect(sortedBy({}, 'series', 'name')).toEqual({ sort: 'name,desc' })
  expect(sortedBy({ sort: 'name,desc' }, 'series', 'name')).toEqual({})
  expect(sortedBy({}, 'series', 'file_size')).toEqual({})
})

test('removing a filter keeps the rest of the URL', () => {
  const search = readLibrarySearch({ genre: 'A', tag: 'B', sort: 'name,desc', tab: 'nonsense' })
  expect(withFilter(search, 'genre', undefined)).toEqual({ tag: 'B', sort: 'name,desc' })
})
