/** Reading lists on Kitsu. JSON:API. Kitsu does not count volumes. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import { kitsu } from '../../providers/manga/kitsu'
import {
  type JsonObject,
  omitAbsent,
  readId,
  readInteger,
  readLine,
  readNumber,
  readObject,
} from '../../providers/text/read-json'
import {
  type ListChange,
  type ListEntry,
  type ListService,
  maxListRequests,
  readCount,
  readDay,
  readListEntries,
  readNotes,
  readScore,
  type ReadingStatus,
  type SendPrivate,
  toScale,
  type Tokens,
} from './list-service'

const entriesPerRequest = 500
const headers = { 'content-type': 'application/vnd.api+json' }
/** Relative to the base URL of the API. */
const tokenPath = '/../oauth/token'

export const kitsuLists: ListService = {
  ...kitsu,
  signInKind: 'password',
  tokenSource: null,
  oauth: null,
  renewBeforeMs: 24 * 3_600_000,
  countsVolumes: false,
  scoreStep: 5,
  async signIn(send, { username, password }, now) {
    return requestTokens(send, { grant_type: 'password', username, password }, now)
  },
  async refresh(send, refreshToken, now) {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return requestTokens(send, form, now)
  },
  async getAccount(send) {
    const response = await send({ path: '/users?filter[self]=true&fields[users]=name' })
    const { data } = readObject(response)
    if (!Array.isArray(data)) throw createProviderError('kitsu', 'not_json')
    const account = readObject(data[0])
    const id = readId(account['id'])
    if (id === undefined) throw createProviderError('kitsu', 'unauthorized')
    return { id, name: readLine(readObject(account['attributes'])['name']) ?? id }
  },
  async listEntries(send, accountId) {
    const entries: ListEntry[] = []
    for (let page = 0; page < maxListRequests; page++) {
      const offset = page * entriesPerRequest
      const response = await listPage(send, { 'filter[userId]': accountId }, offset)
      entries.push(...readEntries(response))
      if (readLine(readObject(readObject(response)['links'])['next']) === undefined) break
    }
    return entries
  },
  async findEntry(send, { accountId, externalId }) {
    const filter = { 'filter[userId]': accountId, 'filter[mangaId]': externalId }
    return readEntries(await listPage(send, filter, 0)).find((one) => one.externalId === externalId)
  },
  async save(send, { accountId, externalId, entryId, change }) {
    const attributes = buildAttributes(change)
    const data =
      entryId === null
        ? {
            type: 'libraryEntries',
            attributes: { status: 'current', ...attributes },
            relationships: {
              user: { data: { id: accountId, type: 'users' } },
              media: { data: { id: externalId, type: 'manga' } },
            },
          }
        : { type: 'libraryEntries', id: entryId, attributes }
    const path =
      entryId === null ? '/library-entries' : `/library-entries/${encodeURIComponent(entryId)}`
    await send({ path, method: entryId === null ? 'POST' : 'PATCH', headers, body: { data } })
  },
  async deleteEntry(send, entryId) {
    await send({ path: `/library-entries/${encodeURIComponent(entryId)}`, method: 'DELETE' })
  },
}

async function requestTokens(
  send: SendPrivate,
  form: Record<string, string>,
  now: Date,
): Promise<Tokens> {
  const response = readObject(
    await send({ path: tokenPath, method: 'POST', form, refusedStatuses: [400] }),
  )
  const accessToken = readLine(response['access_token'])
  if (accessToken === undefined) throw createProviderError('kitsu', 'not_json')
  const seconds = readInteger(response['expires_in'])
  return {
    accessToken,
    refreshToken: readLine(response['refresh_token']) ?? null,
    expiresAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1000),
  }
}

const listPage = (send: SendPrivate, filter: Record<string, string>, offset: number) => {
  const query = new URLSearchParams({
    ...filter,
    'filter[kind]': 'manga',
    include: 'manga',
    'fields[manga]': 'slug',
    'page[limit]': String(entriesPerRequest),
    'page[offset]': String(offset),
  })
  return send({ path: `/library-entries?${query.toString()}` })
}

const statusNames: Record<ReadingStatus, string> = {
  reading: 'current',
  completed: 'completed',
  on_hold: 'on_hold',
  dropped: 'dropped',
  planned: 'planned',
}
const statuses = new Map<unknown, ReadingStatus>(
  Object.entries(statusNames).map(([status, name]) => [name, status as ReadingStatus]),
)

const buildAttributes = ({ status, chapters, startedOn, completedOn, ...change }: ListChange) => ({
  ...(status && { status: statusNames[status] }),
  ...(chapters !== undefined && { progress: chapters }),
  ...(startedOn !== undefined && { startedAt: buildTime(startedOn) }),
  ...(completedOn !== undefined && { finishedAt: buildTime(completedOn) }),
  ...(change.score !== undefined && { ratingTwenty: buildRating(change.score) }),
  ...(change.notes !== undefined && { notes: change.notes }),
})

/** Kitsu's ratings range from 2 to 20. */
const buildRating = (score: number | null) =>
  score === null ? null : toScale(score, { least: 2, most: 20 })

const buildTime = (day: string | null) => (day === null ? null : `${day}T00:00:00.000Z`)

const readEntries = (response: unknown): ListEntry[] =>
  readListEntries('kitsu', readObject(response)['data'], readEntry)

function readEntry({ id, attributes, relationships }: JsonObject): ListEntry | undefined {
  const manga = readObject(readObject(readObject(relationships)['manga'])['data'])
  const [entryId, externalId] = [readId(id), readId(manga['id'])]
  if (entryId === undefined || externalId === undefined) return undefined
  const values = readObject(attributes)
  const { status, progress, progressedAt, updatedAt, reconsuming, ratingTwenty, notes } = values
  const time = new Date(readLine(progressedAt) ?? readLine(updatedAt) ?? Number.NaN)
  return {
    entryId,
    externalId,
    status: statuses.get(status) ?? null,
    chapters: readCount(progress),
    volumes: null,
    updatedAt: Number.isNaN(time.getTime()) ? null : time,
    startedOn: readDay(values['startedAt']),
    completedOn: readDay(values['finishedAt']),
    isReread: reconsuming === true,
    isAnnotated: readNumber(ratingTwenty) !== undefined || readLine(notes) !== undefined,
    score: readScore(ratingTwenty, 20),
    ...omitAbsent({ notes: readNotes(notes) }),
  }
}
