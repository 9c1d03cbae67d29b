/**
 * Work IDs in the names of series, folders and files: `[anilist-30013]`, `{mal 13}`, `[cv-27512]`,
 * ISBNs. Pure.
 */
import { parseIsbn } from '../../media/metadata/isbn'
import type { CrossReference } from '../providers/model'

const aliases: Record<string, string> = {
  al: 'anilist',
  anilist: 'anilist',
  bgm: 'bangumi',
  bangumi: 'bangumi',
  comicvine: 'comicvine',
  cv: 'comicvine',
  googlebooks: 'googlebooks',
  hardcover: 'hardcover',
  kitsu: 'kitsu',
  mal: 'myanimelist',
  mangabaka: 'mangabaka',
  mangadex: 'mangadex',
  mangaupdates: 'mangaupdates',
  mb: 'mangabaka',
  md: 'mangadex',
  metron: 'metron',
  mu: 'mangaupdates',
  myanimelist: 'myanimelist',
  ol: 'openlibrary',
  openlibrary: 'openlibrary',
}

const idInBrackets = /[[{(]([a-z]{2,14}?)(?:[\s_-]?id)?[\s:=_#-]+([\w-]{1,64})[\]})]/gi

/** Matches 13 digits in brackets, with or without hyphens. */
const isbnInBrackets = /[[{(](?:isbn(?:-?13)?[\s:=-]*)?(97[89][\d -]{10,14})[\]})]/gi

/** Finds IDs in brackets. ISBNs have the provider name `isbn`. */
export function findIdsInName(name: string): CrossReference[] {
  const named = [...name.matchAll(idInBrackets)].flatMap(([, alias, externalId]) => {
    const provider = aliases[alias!.toLowerCase()]
    return provider !== undefined && /\d/.test(externalId!)
      ? [{ provider, externalId: externalId! }]
      : []
  })
  const isbns = [...name.matchAll(isbnInBrackets)].flatMap(([, digits]) => {
    const externalId = parseIsbn(digits!)
    return externalId === null ? [] : [{ provider: 'isbn', externalId }]
  })
  return [...named, ...isbns]
}
