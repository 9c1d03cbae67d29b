/**
 * Names of operations for generated clients, derived from method and path: `listBooks`, `getBook`,
 * `updateSeriesMetadata`, `libraryScan`. Pure.
 */

interface OperationPath {
  method: string
  /** Relative to `/api/v1`, as in the document: `/series/{id}/books`. */
  path: string
  /** True if the response is a list. */
  isList: boolean
  /** True if the path also supports GET. POST then adds an item. */
  isReadable: boolean
}

export function buildOperationName({ method, path, isList, isReadable }: OperationPath): string {
  const noun = buildNoun(path)
  switch (method) {
    case 'get':
      return toCamelCase([isList ? 'list' : 'get', ...noun])
    case 'post':
      return toCamelCase(isReadable ? ['add', ...singularizeLast(noun)] : noun)
    case 'put':
      return toCamelCase(['set', ...noun])
    case 'patch':
      return toCamelCase(['update', ...noun])
    default:
      return toCamelCase([method, ...noun])
  }
}

/** Builds the noun from the path without parameters. A word before a parameter becomes singular. */
function buildNoun(path: string): string[] {
  const segments = path.split('/').filter(Boolean)
  return segments.flatMap((segment, i) => {
    if (segment.startsWith('{')) return []
    const words = segment.split('-')
    return segments[i + 1]?.startsWith('{') ? singularizeLast(words) : words
  })
}

const singularizeLast = (words: string[]) => [...words.slice(0, -1), toSingular(words.at(-1) ?? '')]

const irregular = new Map([
  ['aliases', 'alias'],
  ['people', 'person'],
  ['series', 'series'],
])

function toSingular(word: string) {
  const known = irregular.get(word)
  if (known !== undefined) return known
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '')
}

const toCamelCase = ([first = '', ...rest]: string[]) =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
