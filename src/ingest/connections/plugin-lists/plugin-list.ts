/** The reading list that a plugin keeps at its service. */
import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { ProgramOwner } from '../../plugins/programs/plugin-programs'
import type { UserPlugin } from '../../plugins/usable-plugin'
import {
  type JsonObject,
  omitAbsent,
  readId,
  readLine,
  readNumber,
  readObject,
} from '../../providers/text/read-json'
import { connectionMessages } from '../messages'
import { createSignInError, refuseTokens } from '../renew-tokens'
import type { Connection } from '../services/connected-service'
import type { OpenList, SavedWork } from '../services/open-list'
import {
  type ListEntry,
  maxListRequests,
  readCount,
  readDay,
  type ReadingStatus,
} from '../services/list-service'
import { getPluginAccount, openOwner } from './plugin-sign-in'

const entriesPerRequest = 500
const maxEntries = 50_000
/** The protocol has no request for one entry: the list is read again. */
const maxAgeMs = 60_000

interface Program {
  plugin: UserPlugin
  owner: ProgramOwner
  signal: AbortSignal
}

/** Throws a `Refusal` if the user has to sign in again. */
export async function openPluginList(
  ctx: Context,
  connection: Connection,
  { plugin, signal }: { plugin: UserPlugin; signal: AbortSignal },
): Promise<OpenList> {
  const owner = await openOwner(ctx, plugin, connection.row)
  const program = { plugin, owner, signal }
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.code === 'unauthorized'
      throw isRefused ? await refuseTokens(ctx, connection) : error
    }
  }
  const { id } = await guard(() => getPluginAccount(plugin, owner, signal))
  if (id !== connection.row.externalUserId) throw createSignInError(connection)
  let known: { entries: Map<string, ListEntry>; atMs: number } | undefined
  const load = async () => {
    const entries = await guard(() => pullEntries(program))
    known = { entries, atMs: ctx.now().getTime() }
    return known.entries
  }
  return {
    listEntries: async () => [...(await load()).values()],
    findEntry: async (externalId) => {
      const isFresh = known && ctx.now().getTime() - known.atMs < maxAgeMs
      return (isFresh ? known!.entries : await load()).get(externalId)
    },
    save: async (work) => {
      await guard(() => pushEntry(program, work))
      // What the plugin has made of it is read again.
      known = undefined
    },
  }
}

async function pullEntries({ plugin, owner, signal }: Program): Promise<Map<string, ListEntry>> {
  const entries = new Map<string, ListEntry>()
  let cursor: string | undefined
  for (let page = 0; page < maxListRequests; page++) {
    const params = { limit: entriesPerRequest, ...(cursor !== undefined && { cursor }) }
    const question = { method: 'sync/pullProgress', params, owner, signal }
    const answer = readObject(await plugin.ask({ ...question, timeoutMs: plugin.timeoutMs }))
    // What is missing must not be taken for an empty list.
    if (!Array.isArray(answer['entries'])) throw createInvalid(plugin)
    for (const given of answer['entries']) addEntry(entries, readEntry(readObject(given)))
    if (entries.size > maxEntries) throw createInvalid(plugin)
    const next = readLine(answer['nextCursor'])
    if (answer['hasMore'] !== true || next === undefined || next === cursor) break
    cursor = next
  }
  return entries
}

/** Of two entries for a work, the further one counts. */
function addEntry(entries: Map<string, ListEntry>, given: ListEntry | undefined) {
  const known = given && entries.get(given.externalId)
  if (!given || (known && known.chapters + (known.volumes ?? 0) > given.chapters)) return
  entries.set(given.externalId, given)
}

const fail = ({ name }: UserPlugin, message: Message) =>
  new ProviderError(name, { code: 'broken', message })

const createInvalid = (plugin: UserPlugin) =>
  fail(plugin, connectionMessages.invalid_list({ service: plugin.displayName }))

async function pushEntry({ plugin, owner, signal }: Program, work: SavedWork): Promise<void> {
  const params = { entries: [buildEntry(work)] }
  const question = { method: 'sync/pushProgress', params, owner, signal }
  const answer = readObject(await plugin.ask({ ...question, timeoutMs: plugin.timeoutMs }))
  const success = answer['success']
  const isOf = (one: unknown) => readId(readObject(one)['externalId']) === work.externalId
  const isDone = Array.isArray(success) && success.slice(0, 10).some(isOf)
  if (isDone) return
  throw fail(plugin, connectionMessages.not_pushed({ service: plugin.displayName }))
}

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

/** The whole entry: what does not change is as the plugin told it. */
function buildEntry({ externalId, entry, change }: SavedWork) {
  const { status, chapters, volumes, startedOn, completedOn } = { ...entry, ...omitAbsent(change) }
  return omitAbsent({
    externalId,
    status: statusNames[status ?? 'reading'],
    progress: omitAbsent({ chapters, volumes: volumes ?? undefined }),
    startedAt: startedOn ?? undefined,
    completedAt: completedOn ?? undefined,
  })
}

function readEntry(given: JsonObject): ListEntry | undefined {
  const externalId = readId(given['externalId'])
  if (externalId === undefined) return undefined
  const progress = readObject(given['progress'])
  const time = new Date(readLine(given['latestUpdatedAt']) ?? Number.NaN)
  const { volumes } = progress
  return {
    entryId: externalId,
    externalId,
    status: statuses.get(given['status']) ?? null,
    chapters: readCount(progress['chapters']),
    volumes: readNumber(volumes) === undefined ? null : readCount(volumes),
    updatedAt: Number.isNaN(time.getTime()) ? null : time,
    startedOn: readDay(given['startedAt']),
    completedOn: readDay(given['completedAt']),
    isReread: false,
    isAnnotated: true,
  }
}
