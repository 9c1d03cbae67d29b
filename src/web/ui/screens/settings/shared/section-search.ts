/** State of a section in the URL, so that Back restores it. */
export interface Shown {
  tab?: string
  page?: number
  /** The ID of a library. */
  library?: string
  /** Value of a filter. */
  only?: string
  words?: string
}

const wordPattern = /^[a-z_-]{1,40}$/
const idPattern = /^[0-9a-f-]{36}$/
const maxSearchLength = 200

/** URLs are untrusted input: invalid values are dropped. */
export function readSectionSearch(given: { readonly [Name in keyof Shown]?: unknown }): Shown {
  const page = Number(given.page)
  const words = typeof given.words === 'number' ? String(given.words) : given.words
  return {
    ...fitting('tab', given.tab, wordPattern),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
    ...fitting('library', given.library, idPattern),
    ...fitting('only', given.only, wordPattern),
    ...(typeof words === 'string' && words !== '' && { words: words.slice(0, maxSearchLength) }),
  }
}

const fitting = (name: keyof Shown, value: unknown, pattern: RegExp): Shown =>
  typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}

/** Changing a filter goes back to the first page. */
export const changed = (shown: Shown, change: { [Name in keyof Shown]: Shown[Name] | undefined }) =>
  readSectionSearch({ ...shown, page: undefined, ...change })

/** Returns undefined if the value is unknown. */
export const findKnown = <Value extends string>(
  known: readonly Value[],
  given: string | undefined,
) => known.find((value) => value === given)
