import { writeFilter } from '../../screens/library/filters'

/** The library, showing only what carries a genre or tag. */
export const libraryOf = (group: 'genre' | 'tag', name: string) => ({
  to: '/library' as const,
  search: { [group]: writeFilter({ isAll: false, values: [{ value: name, isNot: false }] }) },
})
