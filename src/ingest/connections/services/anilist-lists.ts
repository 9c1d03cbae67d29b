/** Reading lists on AniList. GraphQL. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import { anilist } from '../../providers/manga/anilist'
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
} from './list-service'

const entriesPerRequest = 500
const day = '{ year month day }'
const members = `id mediaId status progress progressVolumes updatedAt startedAt ${day} completedAt ${day} score(format: POINT_100)`
const viewerQuery = 'query { Viewer { id name } }'
const buildListQuery = (more: string) =>
  `query ($userId: Int!, $chunk: Int!) { MediaListCollection(userId: $userId, type: MANGA, chunk: $chunk, perChunk: ${entriesPerRequest}) { hasNextChunk lists { entries { ${members} ${more} } } } }`
const entryQuery = `query ($userId: Int!, $mediaId: Int!) { Page(page: 1, perPage: 1) { mediaList(userId: $userId, mediaId: $mediaId, type: MANGA) { ${members} notes } } }`
const saveQuery =
  'mutation ($mediaId: Int!, $status: MediaListStatus, $progress: Int, $progressVolumes: Int, $startedAt: FuzzyDateInput, $completedAt: FuzzyDateInput, $scoreRaw: Int, $notes: String) { SaveMediaListEntry(mediaId: $mediaId, status: $status, progress: $progress, progressVolumes: $progressVolumes, startedAt: $startedAt, completedAt: $completedAt, scoreRaw: $scoreRaw, notes: $notes) { id } }'
const deleteQuery = 'mutation ($id: Int!) { DeleteMediaListEntry(id: $id) { deleted } }'

export const anilistLists: ListService = {
  ...anilist,
  signInKind: 'token',
  oauth: {
    base: 'https://anilist.co',
    authorizePath: '/api/v2/oauth/authorize',
    tokenPath: '/api/v2/oauth/token',
    challenge: 'S256',
    needsSecret: true,
  },
  // Tokens are valid for a year and cannot be renewed.
  renewBeforeMs: 0,
  hidesRefusedTokens: true,
  canRecommend: true,
  tokenSource: {
    clientUrl: 'https://anilist.co/settings/developer',
    redirectUrl: 'https://anilist.co/api/v2/oauth/pin',
    tokenUrl: 'https://anilist.co/api/v2/oauth/authorize?client_id={clientId}&response_type=token',
  },
  countsVolumes: true,
  scoreStep: 1,
  async getAccount(send) {
    // A damaged token results in status 400, a missing one in status 401.
    const { Viewer } = await query(send, viewerQuery, {}, [400])
    const { id, name } = readObject(Viewer)
    const accountId = readId(id)
    if (accountId === undefined) throw createProviderError('anilist', 'unauthorized')
    return { id: accountId, name: readLine(name) ?? accountId }
  },
  async listEntries(send, accountId, agreed) {
    const entries = new Map<string, ListEntry>()
    for (let chunk = 1; chunk <= maxListRequests; chunk++) {
      const variables = { userId: Number(accountId), chunk }
      const { MediaListCollection } = await query(
        send,
        buildListQuery(agreed.notes ? 'notes' : ''),
        variables,
      )
      const { lists, hasNextChunk } = readObject(MediaListCollection)
      // A work can be in several lists, because users can create custom lists.
      const listed = requireList(lists).flatMap((one) => requireList(readObject(one)['entries']))
      for (const entry of readListEntries('anilist', listed, readEntry)) {
        entries.set(entry.externalId, entry)
      }
      if (hasNextChunk !== true) break
    }
    return [...entries.values()]
  },
  async findEntry(send, { accountId, externalId }) {
    const variables = { userId: Number(accountId), mediaId: Number(externalId) }
    const { Page } = await query(send, entryQuery, variables)
    const [entry] = readListEntries('anilist', readObject(Page)['mediaList'], readEntry)
    return entry
  },
  async save(send, { externalId, change }) {
    const { status, chapters, volumes, startedOn, completedOn, score, notes } = change
    await query(send, saveQuery, {
      mediaId: Number(externalId),
      ...(status && { status: statusNames[status] }),
      ...(chapters !== undefined && { progress: chapters }),
      ...(volumes !== undefined && { progressVolumes: volumes }),
      ...(startedOn !== undefined && { startedAt: buildFuzzyDate(startedOn) }),
      ...(completedOn !== undefined && { completedAt: buildFuzzyDate(completedOn) }),
      ...(score !== undefined && { scoreRaw: score ?? 0 }),
      ...(notes !== undefined && { notes: notes ?? '' }),
    })
  },
  async deleteEntry(send, entryId) {
    await query(send, deleteQuery, { id: Number(entryId) })
  },
}

async function query(
  send: SendPrivate,
  text: string,
  variables: object,
  refusedStatuses: readonly number[] = [],
): Promise<JsonObject> {
  const body = { query: text, variables }
  const { data } = readObject(await send({ path: '/', method: 'POST', body, refusedStatuses }))
  if (typeof data !== 'object' || data === null) throw createProviderError('anilist', 'not_json')
  return readObject(data)
}

/** Throws if the list is missing, so that it is not mistaken for an empty list. */
function requireList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw createProviderError('anilist', 'not_json')
  return value
}

const statusNames: Record<ReadingStatus, string> = {
  reading: 'CURRENT',
  completed: 'COMPLETED',
  on_hold: 'PAUSED',
  dropped: 'DROPPED',
  planned: 'PLANNING',
}
const statuses = new Map<unknown, ReadingStatus>([
  ...Object.entries(statusNames).map(([status, name]): [string, ReadingStatus] => [
    name,
    status as ReadingStatus,
  ]),
  ['REPEATING', 'completed'],
])

function readEntry(entry: JsonObject): ListEntry | undefined {
  const [entryId, externalId] = [readId(entry['id']), readId(entry['mediaId'])]
  if (entryId === undefined || externalId === undefined) return undefined
  const updatedAt = readInteger(entry['updatedAt'], { min: 1 })
  return {
    entryId,
    externalId,
    status: statuses.get(entry['status']) ?? null,
    chapters: readCount(entry['progress']),
    volumes: readCount(entry['progressVolumes']),
    updatedAt: updatedAt === undefined ? null : new Date(updatedAt * 1000),
    startedOn: readFuzzyDate(entry['startedAt']),
    completedOn: readFuzzyDate(entry['completedAt']),
    isReread: entry['status'] === 'REPEATING',
    isAnnotated: (readNumber(entry['score']) ?? 0) > 0 || readLine(entry['notes']) !== undefined,
    score: readScore(entry['score'], 100),
    ...omitAbsent({ notes: readNotes(entry['notes']) }),
  }
}

/** Builds a date. Fields that are null clear the date. */
function buildFuzzyDate(given: string | null) {
  const [year = null, month = null, dayOfMonth = null] = given?.split('-').map(Number) ?? []
  return { year, month, day: dayOfMonth }
}

function readFuzzyDate(value: unknown): string | null {
  const { year, month, day: dayOfMonth } = readObject(value)
  const parts: string[] = []
  for (const given of [year, month, dayOfMonth]) {
    const number = readInteger(given, { min: 1 })
    if (number === undefined) break
    parts.push(String(number).padStart(parts.length === 0 ? 4 : 2, '0'))
  }
  return readDay(parts.join('-'))
}
