/** Reads query parameters that apps repeat, join with commas, or mark with `[]`. */

const maxValues = 100
const maxLength = 500

/** Returns the values of a list parameter, for example of `library_id=a, b&library_id=c`. */
export function readList(query: URLSearchParams, name: string): string[] {
  const given = [...query.getAll(name), ...query.getAll(`${name}[]`)]
  return given
    .flatMap((value) => value.split(','))
    .map(cleanText)
    .filter((value) => value !== '')
    .slice(0, maxValues)
}

/** Reads values that may contain commas, so only repeated parameters form a list. */
export const readRepeated = (query: URLSearchParams, name: string): string[] =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)].map(cleanText).slice(0, maxValues)

export function readParameter(query: URLSearchParams, name: string): string | undefined {
  const text = cleanText(query.get(name) ?? '')
  return text === '' ? undefined : text
}

const cleanText = (text: string) =>
  text.toWellFormed().replaceAll('\0', '').trim().slice(0, maxLength)

/**
 * Returns the first known sort order. Apps repeat the parameter, and some join several orders into
 * one: `metadata.titleSort,asc,name,desc`. A direction applies to all names before it, as in
 * `series,metadata.numberSort,desc`.
 */
export function readSort<Key extends string>(
  query: URLSearchParams,
  keys: Readonly<Record<string, Key>>,
): `${Key},${'asc' | 'desc'}` | undefined {
  for (const sort of query.getAll('sort')) {
    const words = sort
      .slice(0, maxLength)
      .split(',')
      .map((word) => word.trim())
    const place = words.findIndex((word) => Object.hasOwn(keys, word))
    if (place !== -1) return `${keys[words[place]!]!},${readDirection(words.slice(place + 1))}`
  }
  return undefined
}

const readDirection = (words: readonly string[]) =>
  words.map((word) => word.toLowerCase()).find((word) => word === 'asc' || word === 'desc') ?? 'asc'
