import type { Schemas } from '../../../api/client'

type Author = Schemas['AuthorBody']

/** Removes people without a name. Returns null if nobody remains. */
export const withoutEmptyPeople = (value: unknown): Author[] | null => {
  const people = (Array.isArray(value) ? (value as Author[]) : []).filter(({ name }) => name.trim())
  return people.length > 0 ? people : null
}
