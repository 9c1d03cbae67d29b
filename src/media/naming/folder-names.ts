/** Parses the series title and year from a folder name. Pure. */
const maxTitle = 500

/**
 * `Saga (2012) [Digital]` is the series Saga from 2012. A name that consists only of brackets is
 * kept.
 */
export function describeFolder(name: string): { title: string; year: number | null } {
  const title = name
    .replaceAll('_', ' ')
    .replace(/(?:\s*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\]|\{[^{}]{0,80}\}))+\s*$/u, '')
    .trim()
  const year = /\((?<year>(?:18|19|20)\d{2})(?:\s?-\s?(?:\d{2,4})?)?\)/u.exec(name)?.groups?.[
    'year'
  ]
  return {
    title: (title || name).slice(0, maxTitle).toWellFormed(),
    year: year === undefined ? null : Number(year),
  }
}
