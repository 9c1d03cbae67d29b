/** AniList: manga, manhwa, manhua and light novels. GraphQL. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { OutgoingRequest } from '../../../platform/outgoing/model'
import type {
  Candidate,
  ProviderAuthor,
  ProviderTitle,
  PublicationFormat,
  PublicationStatus,
  SendRequest,
  Work,
} from '../model'
import type { BuiltInProvider } from '../provider'
import { splitSource, stripMarkup } from '../text/plain-text'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readInteger,
  readItems,
  readNumber,
  readObject,
  readRating,
  readLine,
  readLines,
  readUrl,
} from '../text/read-json'
import { acceptList, acceptObject, findGraphqlError } from '../text/response-shape'

const members = `id idMal type format status countryOfOrigin isAdult chapters volumes genres synonyms meanScore popularity siteUrl
  title { romaji english native } description(asHtml: false) startDate { year } coverImage { extraLarge large }
  tags { name rank isMediaSpoiler } staff(perPage: 10) { edges { role node { name { full } } } }`
const searchQuery = `query ($search: String!, $limit: Int!) { Page(page: 1, perPage: $limit) { media(type: MANGA, search: $search) { ${members} } } }`
const getQuery = `query ($id: Int!) { Media(id: $id, type: MANGA) { ${members} } }`

export const anilist: BuiltInProvider = {
  name: 'anilist',
  displayName: 'AniList',
  siteUrl: 'https://anilist.co',
  searchUrl: 'https://anilist.co/search/manga?search={title}',
  workUrl: 'https://anilist.co/manga/{id}',
  attribution: null,
  base: 'https://graphql.anilist.co',
  // Documented limit: 90 requests per minute. In practice, it is 30 per minute, and bursts are
  // limited.
  limits: { default: { everyMs: 2400, burst: 5 } },
  findBodyError: findGraphqlError,
  isOnByDefault: true,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit }) {
    const variables = { search: title, limit: Math.min(limit, 50) }
    const accepts = acceptList('data.Page.media', isReadable)
    const { Page } = await query(
      send,
      { query: searchQuery, variables },
      { kind: 'search', accepts },
    )
    return readItems(readObject(Page)['media']).flatMap((one) => {
      const media = readObject(one)
      const candidate = readCandidate(media)
      return candidate ? [{ candidate, work: readWork(media) }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('anilist', 'not_found')
    const accepts = acceptObject('data.Media', isReadable)
    const body = { query: getQuery, variables: { id } }
    const { Media } = await query(send, body, { kind: 'work', accepts })
    const media = readObject(Media)
    const candidate = readCandidate(media)
    if (!candidate) throw createProviderError('anilist', 'not_found')
    return { candidate, work: readWork(media) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?anilist\.co\/manga\/(\d{1,9})(?:[/?#]|$)/i.exec(url)?.[1],
}

async function query(
  send: SendRequest,
  body: { query: string; variables: object },
  expected: Pick<OutgoingRequest, 'kind' | 'accepts'>,
): Promise<JsonObject> {
  const response = await send({ path: '/', method: 'POST', body, ...expected })
  return readObject(readObject(response)['data'])
}

const statuses: Record<string, PublicationStatus> = {
  RELEASING: 'ongoing',
  FINISHED: 'ended',
  HIATUS: 'hiatus',
  CANCELLED: 'abandoned',
  NOT_YET_RELEASED: 'unknown',
}
const readStatus = ({ status }: JsonObject) => statuses[readLine(status) ?? '']

const countryFormats: Record<string, PublicationFormat> = { KR: 'manhwa', CN: 'manhua' }
const formats: Record<string, PublicationFormat> = { NOVEL: 'light_novel', ONE_SHOT: 'one_shot' }

function readFormat(media: JsonObject): PublicationFormat | null {
  const format = readLine(media['format'])
  if (format !== 'MANGA') return formats[format ?? ''] ?? null
  return countryFormats[readLine(media['countryOfOrigin']) ?? ''] ?? 'manga'
}

function readTitles(media: JsonObject): ProviderTitle[] {
  const { romaji, english, native } = readObject(media['title'])
  const titles: [language: string, title: unknown][] = [
    ['ja-Latn', romaji],
    ['en', english],
    [nativeLanguage(media), native],
    ...readLines(media['synonyms']).map((title): [string, unknown] => ['', title]),
  ]
  return titles.flatMap(([language, given]) => {
    const title = readLine(given)
    return title === undefined ? [] : [{ language, title }]
  })
}

const languages: Record<string, string> = { JP: 'ja', KR: 'ko', CN: 'zh', TW: 'zh-Hant' }
const nativeLanguage = ({ countryOfOrigin }: JsonObject) =>
  languages[readLine(countryOfOrigin) ?? ''] ?? ''

const isReadable = (media: JsonObject) => readCandidate(media) !== undefined

function readCandidate(media: JsonObject): Candidate | undefined {
  const externalId = readId(media['id'])
  const titles = readTitles(media)
  if (externalId === undefined || titles[0] === undefined) return undefined
  const { title } = titles[0]
  return {
    externalId,
    title,
    alternateTitles: titles.slice(1).filter((other) => other.title !== title),
    year: readInteger(readObject(media['startDate'])['year'], { min: 1000, max: 2999 }) ?? null,
    format: readFormat(media),
    status: readStatus(media) ?? null,
    totalVolumeCount: readInteger(media['volumes'], { min: 1 }) ?? null,
    totalChapterCount: readInteger(media['chapters'], { min: 1 }) ?? null,
    authors: [...new Set(readAuthors(media).map(({ name }) => name))],
    country: readLine(media['countryOfOrigin']) ?? null,
    publisher: null,
    coverUrl: readCover(media) ?? null,
    siteUrl: readUrl(media['siteUrl']) ?? null,
    summary: readSummary(media) ?? null,
  }
}

const roles: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^story & art/i, ['writer', 'penciller']],
  [/^(story|original (story|creator))/i, ['writer']],
  [/^(art|illustration)/i, ['penciller']],
]

const readAuthors = (media: JsonObject): ProviderAuthor[] =>
  readItems(readObject(media['staff'])['edges']).flatMap((one) => {
    const { role, node } = readObject(one)
    const name = readLine(readObject(readObject(node)['name'])['full'])
    const found = roles.find(([words]) => words.test(readLine(role) ?? ''))?.[1] ?? []
    return name === undefined ? [] : found.map((as) => ({ name, role: as }))
  })

function readCover({ coverImage }: JsonObject) {
  const { extraLarge, large } = readObject(coverImage)
  return readUrl(extraLarge) ?? readUrl(large)
}

function readSummary({ description }: JsonObject) {
  const text = typeof description === 'string' ? stripMarkup(description) : undefined
  return text === undefined ? undefined : stripMarkup(splitSource(text).text)
}

const directions: Record<string, string> = { JP: 'rtl', TW: 'rtl', KR: 'webtoon', CN: 'webtoon' }
const adultAge = 18

function readWork(media: JsonObject): Work {
  const { english, romaji } = readObject(media['title'])
  const isProse = readLine(media['format']) === 'NOVEL'
  const isAdult = media['isAdult'] === true
  const malId = readId(media['idMal'])
  return omitAbsent({
    title: readLine(english) ?? readLine(romaji),
    alternateTitles: readTitles(media),
    summary: readSummary(media),
    status: readStatus(media),
    year: readInteger(readObject(media['startDate'])['year'], { min: 1000, max: 2999 }),
    totalVolumeCount: readInteger(media['volumes'], { min: 1 }),
    totalChapterCount: readInteger(media['chapters'], { min: 1 }),
    readingDirection: isProse ? undefined : directions[readLine(media['countryOfOrigin']) ?? ''],
    ageRating: isAdult ? adultAge : undefined,
    authors: nonEmpty(readAuthors(media)),
    genres: nonEmpty(readLines(media['genres'])),
    tags: nonEmpty(readTags(media)),
    rating: readRating(media['meanScore'], { best: 100, voteCount: media['popularity'] }),
    siteUrl: readUrl(media['siteUrl']),
    crossReferences:
      malId === undefined ? undefined : [{ provider: 'myanimelist', externalId: malId }],
    coverUrl: readCover(media),
  })
}

/** Minimum relevance of a tag to the work, from 0 to 100. */
const lowestTagRank = 60

const readTags = ({ tags }: JsonObject) =>
  readItems(tags).flatMap((one) => {
    const { name, rank, isMediaSpoiler } = readObject(one)
    const isShown = isMediaSpoiler !== true && (readNumber(rank) ?? 0) >= lowestTagRank
    return isShown ? (readLine(name) ?? []) : []
  })
