import { type Group, writeFilter } from '../screens/library/filters/filters'

/** The library, showing only the series, or the books, that carry this value. */
export const getLibrary = (
  group: Extract<Group, 'genre' | 'tag' | 'publisher' | 'person'>,
  name: string,
  tab?: 'books',
) => ({
  to: '/library' as const,
  search: {
    ...(tab && { tab }),
    [group]: writeFilter({ isAll: false, values: [{ value: name, isNot: false }] }),
  },
})
