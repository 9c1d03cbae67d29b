/**
 * Google Books: novels and other books. Needs a key, because all requests without one share a
 * quota.
 */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import {
  acceptVolume,
  acceptVolumes,
  googlebooksVolumes,
  parseVolumeLink,
  readVolumeCover,
} from '../books/googlebooks-volumes'
import type { Candidate, Work } from '../model'
import type { BuiltInProvider } from '../provider'
import { readPlainText } from '../text/plain-text'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readItems,
  readLine,
  readLines,
  readObject,
  readRating,
  readYear,
} from '../text/read-json'

const siteUrl = 'https://books.google.com'
const maxResults = 40
const idPattern = /^[\w-]{12}$/

export const googlebooks: BuiltInProvider = {
  name: 'googlebooks',
  displayName: 'Google Books',
  siteUrl,
  searchUrl: 'https://www.google.com/search?tbm=bks&q={title}',
  workUrl: `${siteUrl}/books?id={id}`,
  attribution: null,
  base: 'https://www.googleapis.com/books/v1',
  // Quota of 1,000 requests per day. Google does not report how many are left.
  limits: { default: { everyMs: 1000, burst: 3 } },
  key: { isRequired: true, in: 'query', name: 'key' },
  isOnByDefault: false,
  subjects: ['prose'],
  knowsIsbns: true,
  async search(send, { title, isbn, limit }) {
    const query = new URLSearchParams({
      q: isbn === undefined ? `intitle:"${title.replaceAll('"', ' ')}"` : `isbn:${isbn}`,
      printType: 'books',
      maxResults: String(Math.min(limit, maxResults)),
    })
    const response = await send({
      path: `/volumes?${query.toString()}`,
      kind: 'search',
      accepts: acceptVolumes,
    })
    return readItems(readObject(response)['items']).flatMap((one) => {
      const candidate = readCandidate(readObject(one))
      return candidate ? [{ candidate, work: readWork(readObject(one), candidate) }] : []
    })
  },
  async get(send, externalId) {
    if (!idPattern.test(externalId)) throw createProviderError('googlebooks', 'not_found')
    const volume = readObject(
      await send({ path: `/volumes/${externalId}`, kind: 'work', accepts: acceptVolume }),
    )
    const candidate = readCandidate(volume)
    if (!candidate) throw createProviderError('googlebooks', 'not_found')
    return { candidate, work: readWork(volume, candidate) }
  },
  books: googlebooksVolumes,
  parseLink: parseVolumeLink,
}

function readCandidate(volume: JsonObject): Candidate | undefined {
  const externalId = readId(volume['id'])
  const info = readObject(volume['volumeInfo'])
  const title = readLine(info['title'])
  if (externalId === undefined || !idPattern.test(externalId) || title === undefined) {
    return undefined
  }
  const subtitle = readLine(info['subtitle'])
  return {
    externalId,
    title,
    alternateTitles: subtitle ? [{ language: '', title: `${title}: ${subtitle}` }] : [],
    year: readYear(info['publishedDate']) ?? null,
    format: 'novel',
    status: null,
    totalVolumeCount: null,
    totalChapterCount: null,
    authors: readLines(info['authors']),
    country: null,
    publisher: readLine(info['publisher']) ?? null,
    coverUrl: readVolumeCover(info) ?? null,
    siteUrl: `${siteUrl}/books?id=${externalId}`,
    summary: readPlainText(info['description']) ?? null,
  }
}

/** The year is that of an edition, so it is not used for the series. */
const readWork = (volume: JsonObject, candidate: Candidate): Work => {
  const info = readObject(volume['volumeInfo'])
  return omitAbsent({
    title: candidate.title,
    summary: candidate.summary ?? undefined,
    ageRating: readLine(info['maturityRating']) === 'MATURE' ? 18 : undefined,
    language: readLine(info['language']),
    publisher: candidate.publisher ?? undefined,
    authors: nonEmpty(candidate.authors.map((name) => ({ name, role: 'writer' }))),
    genres: nonEmpty(readLines(info['categories'])),
    rating: readRating(info['averageRating'], { best: 5, voteCount: info['ratingsCount'] }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
}
