/** Volumes from Google Books: each is an edition. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { BookCandidate, BookWork } from '../model'
import type { BuiltInBooks } from '../provider'
import { readPlainText } from '../text/plain-text'
import { notOfBooks, readDate, readIsbns, readLanguage } from '../text/read-book'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readItems,
  readLine,
  readLines,
  readObject,
  readUrl,
} from '../text/read-json'
import { acceptList, acceptObject } from '../text/response-shape'

const siteUrl = 'https://books.google.com'
const maxResults = 40
const idPattern = /^[\w-]{12}$/

export const googlebooksVolumes: BuiltInBooks = {
  async search(send, { title, author, isbn, limit }) {
    const query = new URLSearchParams({
      q: isbn === undefined ? buildQuery(title, author) : `isbn:${isbn}`,
      printType: 'books',
      maxResults: String(Math.min(limit, maxResults)),
    })
    const response = await send({
      path: `/volumes?${query.toString()}`,
      kind: 'search',
      accepts: acceptVolumes,
    })
    return readItems(readObject(response)['items']).flatMap((one) => {
      const found = readVolume(readObject(one))
      return found ? [found] : []
    })
  },
  async get(send, externalId) {
    if (!idPattern.test(externalId)) throw createProviderError('googlebooks', 'not_found')
    const found = readVolume(
      readObject(
        await send({ path: `/volumes/${externalId}`, kind: 'work', accepts: acceptVolume }),
      ),
    )
    if (!found) throw createProviderError('googlebooks', 'not_found')
    return found
  },
  parseLink: parseVolumeLink,
}

const isReadable = (volume: JsonObject) => readVolume(volume) !== undefined
const acceptItems = acceptList('items', isReadable)
export const acceptVolume = acceptObject('', isReadable)

/** Without results, the list is absent. */
export const acceptVolumes = (body: unknown): boolean =>
  acceptItems(body) ||
  acceptObject('', ({ items, totalItems }) => items === undefined && totalItems === 0)(body)

const quote = (text: string) => `"${text.replaceAll('"', ' ')}"`

const buildQuery = (title: string, author: string | undefined) =>
  `intitle:${quote(title)}${author === undefined ? '' : ` inauthor:${quote(author)}`}`

export function parseVolumeLink(url: string): string | undefined {
  return /^https?:\/\/(?:books|www)\.google\.[a-z.]{2,6}\/books\/?(?:edition\/[^/?#]+\/([\w-]{12})|\?(?:[^#]*&)?id=([\w-]{12}))(?:[/?#&]|$)/i
    .exec(url)
    ?.slice(1)
    .find((id) => id !== undefined)
}

function readVolume(volume: JsonObject): { candidate: BookCandidate; work: BookWork } | undefined {
  const externalId = readId(volume['id'])
  const info = readObject(volume['volumeInfo'])
  const title = readLine(info['title'])
  if (externalId === undefined || !idPattern.test(externalId) || title === undefined) {
    return undefined
  }
  const candidate = readCandidate(info, { externalId, title })
  return { candidate, work: readWork(info, candidate) }
}

function readCandidate(
  info: JsonObject,
  { externalId, title }: { externalId: string; title: string },
): BookCandidate {
  const subtitle = readLine(info['subtitle'])
  return {
    ...notOfBooks,
    externalId,
    title,
    alternateTitles: subtitle ? [{ language: '', title: `${title}: ${subtitle}` }] : [],
    number: null,
    year: readDate(info['publishedDate']).year ?? null,
    format: 'novel',
    authors: readLines(info['authors']).slice(0, 10),
    publisher: readLine(info['publisher']) ?? null,
    coverUrl: readVolumeCover(info) ?? null,
    siteUrl: `${siteUrl}/books?id=${externalId}`,
    summary: readPlainText(info['description']) ?? null,
    isbns: readIsbns(
      readItems(info['industryIdentifiers']).map((one) => readObject(one)['identifier']),
    ),
    language: readLanguage(info['language']) ?? null,
    isEdition: true,
  }
}

/** Returns the URL of the cover without the page curl effect. */
export function readVolumeCover({ imageLinks }: JsonObject): string | undefined {
  const links = readObject(imageLinks)
  const url = URL.parse(readUrl(links['large'] ?? links['medium'] ?? links['thumbnail']) ?? '')
  if (!url) return undefined
  if (url.hostname.endsWith('google.com')) url.protocol = 'https:'
  url.searchParams.delete('edge')
  return url.href
}

const readWork = (info: JsonObject, candidate: BookCandidate): BookWork =>
  omitAbsent({
    title: candidate.title,
    subtitle: readLine(info['subtitle']),
    summary: candidate.summary ?? undefined,
    isbns: nonEmpty(candidate.isbns),
    publisher: candidate.publisher ?? undefined,
    ...readDate(info['publishedDate']),
    language: candidate.language ?? undefined,
    authors: nonEmpty(candidate.authors.map((name) => ({ name, role: 'writer' }))),
    subjects: nonEmpty(readLines(info['categories']).slice(0, 15)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
