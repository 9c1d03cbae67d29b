/** The reading list that a plugin keeps at its service. */
import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { ProgramOwner } from '../../plugins/programs/plugin-programs'
import type { UserPlugin } from '../../plugins/usable-plugin'
import { readId, readLine, readObject } from '../../providers/text/read-json'
import { readAgreement } from '../connection-config'
import { connectionMessages } from '../messages'
import { createSignInError, refuseTokens } from '../renew-tokens'
import type { Connection } from '../services/connected-service'
import type { OpenList } from '../services/open-list'
import { type Agreement, maxListRequests } from '../services/list-service'
import {
  buildPushedEntry,
  mergeReceivedEntries,
  readReceivedEntry,
  type ReceivedEntry,
} from './plugin-entries'
import { getPluginAccount, openOwner } from './plugin-sign-in'

const entriesPerRequest = 500
const maxEntries = 50_000
/** Maximum time for reading a list, during which jobs of other users have to wait. */
const maxListMs = 600_000
/**
 * The protocol has no request for a single entry, so the whole list is read again after this time.
 */
const maxAgeMs = 60_000

interface Program {
  plugin: UserPlugin
  owner: ProgramOwner
  signal: AbortSignal
  /** Data that the user agreed to sync in addition to the progress. */
  agreed: Agreement
}

/** Throws a `Refusal` if the user has to sign in again. */
export async function openPluginList(
  ctx: Context,
  connection: Connection,
  { plugin, signal }: { plugin: UserPlugin; signal: AbortSignal },
): Promise<OpenList> {
  const owner = await openOwner(ctx, plugin, connection.row)
  const agreed = readAgreement(connection.row.config)
  const program = { plugin, owner, signal, agreed }
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
  let known: { entries: Map<string, ReceivedEntry>; atMs: number } | undefined
  /**
   * IDs of saved works. Their entries are read again, because the plugin may have adjusted them.
   */
  const saved = new Set<string>()
  const load = async () => {
    const entries = await guard(() => pullEntries(program))
    known = { entries, atMs: ctx.clock.now().getTime() }
    saved.clear()
    return entries
  }
  const find = async (externalId: string) => {
    const isFresh =
      known && ctx.clock.now().getTime() - known.atMs < maxAgeMs && !saved.has(externalId)
    return (isFresh ? known!.entries : await load()).get(externalId)
  }
  return {
    listEntries: async () => [...(await load()).values()].map(({ entry }) => entry),
    findEntry: async (externalId) => (await find(externalId))?.entry,
    save: async (work) => {
      const received = known?.entries.get(work.externalId)?.received
      saved.add(work.externalId)
      await guard(() => pushEntry(program, work.externalId, buildPushedEntry(work, received)))
    },
  }
}

async function pullEntries({
  plugin,
  owner,
  signal,
  agreed,
}: Program): Promise<Map<string, ReceivedEntry>> {
  const entries = new Map<string, ReceivedEntry>()
  const endsAtMs = performance.now() + maxListMs
  let cursor: string | undefined
  for (let page = 0; page < maxListRequests; page++) {
    const params = { limit: entriesPerRequest, ...(cursor !== undefined && { cursor }) }
    const timeoutMs = Math.min(plugin.timeoutMs, Math.max(endsAtMs - performance.now(), 1))
    const question = { method: 'sync/pullProgress', params, owner, signal, timeoutMs }
    const answer = readObject(await plugin.ask(question))
    const { entries: list } = answer
    // A list that is missing or cannot be read must not be mistaken for an empty one.
    if (!Array.isArray(list)) throw createInvalid(plugin)
    const read = list.flatMap((given) => readReceivedEntry(readObject(given), agreed) ?? [])
    if (list.length > 0 && read.length === 0) throw createInvalid(plugin)
    for (const entry of read) addEntry(entries, entry)
    if (entries.size > maxEntries) throw createInvalid(plugin)
    const next = readLine(answer['nextCursor'])
    if (answer['hasMore'] !== true || next === undefined || next === cursor) break
    cursor = next
  }
  return entries
}

function addEntry(entries: Map<string, ReceivedEntry>, given: ReceivedEntry) {
  const { externalId } = given.entry
  const known = entries.get(externalId)
  entries.set(externalId, known ? mergeReceivedEntries(known, given) : given)
}

const fail = ({ name }: UserPlugin, message: Message) =>
  new ProviderError(name, { code: 'broken', message })

const createInvalid = (plugin: UserPlugin) =>
  fail(plugin, connectionMessages.invalid_list({ service: plugin.displayName }))

async function pushEntry(
  { plugin, owner, signal }: Program,
  externalId: string,
  entry: object,
): Promise<void> {
  const params = { entries: [entry] }
  const question = { method: 'sync/pushProgress', params, owner, signal }
  const answer = readObject(await plugin.ask({ ...question, timeoutMs: plugin.timeoutMs }))
  const success = answer['success']
  const isOf = (one: unknown) => readId(readObject(one)['externalId']) === externalId
  const isDone = Array.isArray(success) && success.slice(0, 10).some(isOf)
  if (isDone) return
  throw fail(plugin, connectionMessages.not_pushed({ service: plugin.displayName }))
}
