import { describe, expect, test } from 'bun:test'
import {
  changed,
  findKnown,
  readSectionSearch,
} from '../../../../src/web/ui/screens/settings/shared/section-search'

const library = '0190a0b0-0000-7000-8000-000000000000'

describe('what a part of the settings shows', () => {
  test('is read from the address', () => {
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
  ])('leaves out what cannot be meant: %o', (given) => {
    expect(readSectionSearch(given)).toEqual({})
  })

  test('begins at its first page when it is narrowed, and goes to a page', () => {
    const shown = { tab: 'books', page: 3 }
    expect(changed(shown, { library })).toEqual({ tab: 'books', library })
    expect(changed(shown, { page: 4 })).toEqual({ tab: 'books', page: 4 })
    expect(changed(shown, { tab: undefined })).toEqual({})
  })

  test('is one of those that are known', () => {
    expect(findKnown(['books', 'series'], 'series')).toBe('series')
    expect(findKnown(['books', 'series'], 'people')).toBeUndefined()
  })
})
