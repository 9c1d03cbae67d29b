/** Reading lists on MyAnimeList. Users sign in on its website; there are no tokens to paste. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import { myanimelist } from '../../providers/manga/myanimelist'
import {
  type JsonObject,
  omitAbsent,
  readId,
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
  toScale,
} from './list-service'

const entriesPerRequest = 1000

export const myanimelistLists: ListService = {
  ...myanimelist,
  signInKind: 'redirect',
  tokenSource: null,
  oauth: {
    base: 'https://myanimelist.net',
    authorizePath: '/v1/oauth2/authorize',
    tokenPath: '/v1/oauth2/token',
    challenge: 'plain',
    needsSecret: false,
  },
  countsVolumes: true,
  scoreStep: 10,
  // Tokens are valid for an hour.
  renewBeforeMs: 5 * 60_000,
  async getAccount(send) {
    const { id, name } = readObject(await send({ path: '/users/@me' }))
    const accountId = readId(id)
    if (accountId === undefined) throw createProviderError('myanimelist', 'not_json')
    return { id: accountId, name: readLine(name) ?? accountId }
  },
  async listEntries(send, _accountId, agreed) {
    const entries: ListEntry[] = []
    for (let page = 0; page < maxListRequests; page++) {
      const query = new URLSearchParams({
        fields: agreed.notes ? 'list_status{comments}' : 'list_status',
        limit: String(entriesPerRequest),
        offset: String(page * entriesPerRequest),
        nsfw: 'true',
      })
      const response = readObject(await send({ path: `/users/@me/mangalist?${query.toString()}` }))
      const { data, paging } = response
      entries.push(...readListEntries('myanimelist', data, readListed))
      if (readLine(readObject(paging)['next']) === undefined) break
    }
    return entries
  },
  async findEntry(send, { externalId }) {
    const fields = 'my_list_status{comments}'
    const query = new URLSearchParams({ fields })
    const manga = readObject(await send({ path: `${buildPath(externalId)}?${query.toString()}` }))
    if (readId(manga['id']) !== externalId) throw createProviderError('myanimelist', 'not_json')
    const status = manga['my_list_status']
    return status === undefined ? undefined : readEntry(externalId, readObject(status))
  },
  async save(send, { externalId, change }) {
    const path = `${buildPath(externalId)}/my_list_status`
    await send({ path, method: 'PATCH', form: buildForm(change) })
  },
  async deleteEntry(send, entryId) {
    await send({ path: `${buildPath(entryId)}/my_list_status`, method: 'DELETE' })
  },
}

const buildPath = (id: string) => `/manga/${encodeURIComponent(id)}`

/** Builds the form of an update. Omits null dates, because MyAnimeList cannot clear a date. */
const buildForm = ({ status, chapters, volumes, startedOn, completedOn, ...change }: ListChange) =>
  omitAbsent({
    status: status && statusNames[status],
    num_chapters_read: chapters?.toString(),
    num_volumes_read: volumes?.toString(),
    start_date: startedOn ?? undefined,
    finish_date: completedOn ?? undefined,
    score: change.score === undefined ? undefined : buildScore(change.score),
    comments: change.notes === undefined ? undefined : (change.notes ?? ''),
  }) as Record<string, string>

/** MyAnimeList's scores range from 1 to 10. 0 removes the score. */
const buildScore = (score: number | null) =>
  String(score === null ? 0 : toScale(score, { least: 1, most: 10 }))

const statusNames: Record<ReadingStatus, string> = {
  reading: 'reading',
  completed: 'completed',
  on_hold: 'on_hold',
  dropped: 'dropped',
  planned: 'plan_to_read',
}
const statuses = new Map<unknown, ReadingStatus>(
  Object.entries(statusNames).map(([status, name]) => [name, status as ReadingStatus]),
)

function readListed({ node, list_status: status }: JsonObject): ListEntry | undefined {
  const externalId = readId(readObject(node)['id'])
  return externalId === undefined ? undefined : readEntry(externalId, readObject(status))
}

function readEntry(externalId: string, values: JsonObject): ListEntry {
  const time = new Date(readLine(values['updated_at']) ?? Number.NaN)
  return {
    // An account has one entry per work.
    entryId: externalId,
    externalId,
    status: statuses.get(values['status']) ?? null,
    chapters: readCount(values['num_chapters_read']),
    volumes: readCount(values['num_volumes_read']),
    updatedAt: Number.isNaN(time.getTime()) ? null : time,
    startedOn: readDay(values['start_date']),
    completedOn: readDay(values['finish_date']),
    isReread: values['is_rereading'] === true,
    isAnnotated:
      (readNumber(values['score']) ?? 0) > 0 || readLine(values['comments']) !== undefined,
    score: readScore(values['score'], 10),
    ...omitAbsent({ notes: readNotes(values['comments']) }),
  }
}
