import { describe, expect, test } from 'bun:test'
import {
  changed,
  findKnown,
  readSectionSearch,
} from '../../../../src/web/ui/screens/settings/shared/section-search'

const library = '0190a0b0-0000-7000-8000-000000000000'

describe('the state of a settings list', () => {
  test('is read from the URL', () => {
    const given = { tab: 'books', page: 3, library, only: 'no_pages', words: 'cover' }
    expect(readSectionSearch(given)).toEqual(given)
    expect(readSectionSearch({ words: 404 })).toEqual({ words: '404' })
  })

  test.each([
    { tab: 'a b' },
    { tab: 7 },
    { page: 'two' },
    { page: -1 },
    { page: 1 },
    { library: '../..' },
    { only: '' },
    { words: '' },
    { words: { a: 1 } },
  ])('drops invalid values: %o', (given) => {
    expect(readSectionSearch(given)).toEqual({})
  })

  test('returns to the first page when a filter changes, and goes to a page', () => {
    const shown = { tab: 'books', page: 3 }
    expect(changed(shown, { library })).toEqual({ tab: 'books', library })
    expect(changed(shown, { page: 4 })).toEqual({ tab: 'books', page: 4 })
    expect(changed(shown, { tab: undefined })).toEqual({})
  })

  test('is limited to known values', () => {
    expect(findKnown(['books', 'series'], 'series')).toBe('series')
    expect(findKnown(['books', 'series'], 'people')).toBeUndefined()
  })
})
