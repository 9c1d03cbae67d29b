/** Conditions of the editor in the URL of the library and in saved filters. */
import { expect, test } from 'bun:test'
import {
  buildSearchCondition,
  isFiltered,
  readLibrarySearch,
} from '../../../../src/web/ui/screens/library/library-search'
import { toSearch } from '../../../../src/web/ui/screens/library/filters/read-condition'

const rule = { anyOf: [{ title: { operator: 'contains', value: 'a' } }] }
const library = '0198c0de-0000-7000-8000-000000000001'

test('a rule is combined with filters and the library', () => {
  const search = readLibrarySearch({ rule, genre: 'Drama', library })
  expect(isFiltered(search, 'series')).toBe(true)
  expect(buildSearchCondition(search, 'series')).toEqual({
    allOf: [
      { libraryId: { operator: 'is', value: library } },
      { genre: { operator: 'is', value: 'Drama' } },
      rule,
    ],
  })
  expect(buildSearchCondition(readLibrarySearch({ rule }), 'books')).toEqual(rule)
})

test.each([['text'], [[]], [{}], [{ a: 1, b: 2 }], [null], [{ a: 'x'.repeat(5000) }]])(
  'what cannot be a rule is dropped: %p',
  (given) => {
    expect(readLibrarySearch({ rule: given }).rule).toBeUndefined()
  },
)

test('a saved filter that chips cannot show is shown as a rule', () => {
  const preset = { condition: rule, query: null, sort: null, libraryId: null }
  expect(toSearch(preset, {})).toEqual({ rule })
  const inLibrary = { libraryId: { operator: 'is', value: library } }
  const ofLibrary = { ...preset, libraryId: library, condition: { allOf: [inLibrary, rule] } }
  const search = toSearch(ofLibrary, { library })
  expect(search).toEqual({ library, rule })
  // Saving the search again results in the same condition.
  expect(buildSearchCondition(search, 'series')).toEqual(ofLibrary.condition)
})
