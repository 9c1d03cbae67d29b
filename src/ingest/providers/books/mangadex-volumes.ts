/** Manga volumes on MangaDex: only their covers are available. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { BookCandidate, BookMatch, FoundBook } from '../model'
import type { BuiltInBooks } from '../provider'
import { notOfBooks } from '../text/read-book'
import { type JsonObject, readId, readItems, readLine, readObject } from '../text/read-json'
import { acceptList, acceptObject, isIdentified } from '../text/response-shape'

const siteUrl = 'https://mangadex.org'
/** Number of covers per request. MangaDex allows at most 100. */
const maxCovers = 100
const maxPages = 5
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const mangadexVolumes: BuiltInBooks = {
  parts: 'volumes',
  async listParts(send, { workId, numbers, limit }) {
    if (!idPattern.test(workId)) return []
    const found: BookMatch[] = []
    // Gets the covers of all volumes of the series, not only those with the given numbers.
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams([
        ['manga[]', workId],
        ['limit', String(maxCovers)],
        ['offset', String(page * maxCovers)],
        ['order[volume]', 'asc'],
      ])
      const response = await send({
        path: `/cover?${query.toString()}`,
        kind: 'search',
        accepts: acceptList('data', isIdentified),
      })
      const covers = readItems(readObject(response)['data'])
      found.push(...covers.flatMap((one) => readCover(readObject(one)) ?? []))
      if (covers.length < maxCovers) break
    }
    return pickOriginals(
      found.filter(({ candidate }) => numbers.includes(candidate.number ?? '')),
    ).slice(0, limit)
  },
  async get(send, externalId) {
    if (!idPattern.test(externalId)) throw createProviderError('mangadex', 'not_found')
    const response = readObject(
      await send({
        path: `/cover/${externalId}`,
        kind: 'work',
        accepts: acceptObject('data', isIdentified),
      }),
    )
    const found = readCover(readObject(response['data']))
    if (!found) throw createProviderError('mangadex', 'not_found')
    return found
  },
  parseLink: () => undefined,
}

function readCover(cover: JsonObject): FoundBook | undefined {
  const externalId = readId(cover['id'])
  const { volume, fileName, locale } = readObject(cover['attributes'])
  const [number, file] = [readLine(volume), readLine(fileName)]
  const mangaId = readItems(cover['relationships'])
    .map(readObject)
    .flatMap((one) => (one['type'] === 'manga' ? (readId(one['id']) ?? []) : []))[0]
  if (externalId === undefined || !idPattern.test(externalId) || number === undefined) {
    return undefined
  }
  if (mangaId === undefined || !idPattern.test(mangaId) || !/^[\w.-]{1,100}$/.test(file ?? '')) {
    return undefined
  }
  const coverUrl = `https://uploads.mangadex.org/covers/${mangaId}/${file}.512.jpg`
  const candidate: BookCandidate = {
    ...notOfBooks,
    externalId,
    title: `Vol. ${number}`,
    number,
    year: null,
    format: 'manga',
    authors: [],
    publisher: null,
    coverUrl,
    siteUrl: `${siteUrl}/title/${mangaId}`,
    summary: null,
    isbns: [],
    language: readLine(locale)?.slice(0, 20) ?? null,
    isEdition: true,
  }
  return { candidate, work: { coverUrl } }
}

/**
 * Picks the Japanese cover, or else the first one, because a volume has a cover for each edition.
 */
function pickOriginals(found: readonly BookMatch[]): BookMatch[] {
  const [first] = found.toSorted(
    (a, b) => Number(b.candidate.language === 'ja') - Number(a.candidate.language === 'ja'),
  )
  return first ? [first] : []
}
