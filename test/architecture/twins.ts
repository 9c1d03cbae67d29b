/** Of what exists for series and for books, both are named: never one by its kind, and one bare. */
import { basename, dirname } from 'node:path'

const kinds = ['series', 'book']

/** Finds files such as `cover.ts` beside `book-cover.ts`, if `series-cover.ts` is missing. */
export function findBareFiles(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, dirname)
  return [...folders].flatMap(([folder, found]) =>
    findBare(new Set(found.map((file) => basename(file).replace(/\.tsx?$/, '')))).map(
      (name) => `${folder}/${name}`,
    ),
  )
}

/** Finds functions of a folder such as `getCover` beside `getBookCover`, without `getSeriesCover`. */
export function findBareFunctions(namesOf: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = Map.groupBy(namesOf, ([file]) => dirname(file))
  return [...folders].flatMap(([folder, files]) => {
    const names = files.flatMap(([, exported]) => exported)
    const spelled = new Map(names.map((name) => [toWords(name), name]))
    return findBare(new Set(spelled.keys())).map((name) => `${folder}: ${spelled.get(name)}`)
  })
}

/** `getBookCover` becomes `get-book-cover`. */
const toWords = (name: string) =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]|(?<!^)[A-Z](?=[a-z])/g, '-$&').toLowerCase()

/** Names in words that have a twin for one kind only. */
const findBare = (names: ReadonlySet<string>) =>
  [...names].flatMap((name) =>
    kinds.some((kind) => {
      const [bare, twin] = [withKind(name, kind, ''), withKind(name, kind, other(kind))]
      return bare !== undefined && names.has(bare) && !names.has(twin!)
    })
      ? name
      : [],
  )

const other = (kind: string) => kinds.find((one) => one !== kind)!

/** Replaces the first `kind` among the words, or returns undefined. */
function withKind(name: string, kind: string, by: string): string | undefined {
  const words = name.split('-')
  const at = words.indexOf(kind)
  if (at < 0 || words.length < 2) return undefined
  return words.with(at, by).filter(Boolean).join('-')
}
