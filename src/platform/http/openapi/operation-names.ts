/**
 * Names of operations for generated clients, made of method and path: `listBooks`, `getBook`,
 * `updateSeriesMetadata`, `libraryScan`. Pure.
 */

interface Named {
  method: string
  /** Below `/api/v1`, as in the document: `/series/{id}/books`. */
  path: string
  /** Whether the answer holds many things of one kind. */
  isList: boolean
  /** Whether the same path can be read: then a POST adds to what is there. */
  isReadable: boolean
}

export function operationName({ method, path, isList, isReadable }: Named): string {
  const noun = nounOf(path)
  switch (method) {
    case 'get':
      return camelCase([isList ? 'list' : 'get', ...noun])
    case 'post':
      return camelCase(isReadable ? ['add', ...singularEnd(noun)] : noun)
    case 'put':
      return camelCase(['set', ...noun])
    case 'patch':
      return camelCase(['update', ...noun])
    default:
      return camelCase([method, ...noun])
  }
}

/** The words of the path without its parameters; what stands before a parameter is one of many. */
function nounOf(path: string): string[] {
  const segments = path.split('/').filter(Boolean)
  return segments.flatMap((segment, i) => {
    if (segment.startsWith('{')) return []
    const words = segment.split('-')
    return segments[i + 1]?.startsWith('{') ? singularEnd(words) : words
  })
}

const singularEnd = (words: string[]) => [...words.slice(0, -1), singular(words.at(-1) ?? '')]

function singular(word: string) {
  if (word === 'series') return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '')
}

const camelCase = ([first = '', ...rest]: string[]) =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
