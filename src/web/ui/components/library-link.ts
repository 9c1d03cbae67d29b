import { type Group, writeFilter } from '../screens/library/filters/filters'

/** Returns the properties of a link to the library, filtered to series or books with this value. */
export const getLibraryLinkProps = (
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
