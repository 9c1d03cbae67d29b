import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import {
  createInvalidAnswer,
  findInstalledPlugin,
  type UsablePlugin,
} from '../../plugins/usable-plugin'
import { readInteger, readItems, readLine, readObject } from '../../providers/text/read-json'
import type { releaseSources } from '../schema'
import { countRecorded, findEtag, storeEtag } from './release-calls'
import { readCandidate } from './read-candidate'
import { recordCandidate } from './record-candidate'

const pollMs = 300_000

interface PluginPoll {
  source: typeof releaseSources.$inferSelect
  signal: AbortSignal
  items: number
  added: number
}

/** Throws a `ProviderError`. A disabled plugin is not polled. */
export async function pollPlugin(ctx: Context, poll: PluginPoll): Promise<Message | undefined> {
  const { source, signal } = poll
  const plugin = await findInstalledPlugin(ctx, source.pluginId)
  if (!plugin?.isEnabled) return undefined
  const etag = await findEtag(ctx, source.id)
  const params = {
    sourceId: source.id,
    sourceKey: source.sourceKey,
    config: source.config.plugin ?? {},
    ...(etag !== undefined && { etag }),
  }
  const question = { method: 'releases/poll', params, timeoutMs: pollMs, signal }
  const { answer: given, counts } = await countRecorded(source.id, () => plugin.ask(question))
  if (given === null && counts.items > 0) {
    poll.items += counts.items
    poll.added += counts.added
    return undefined
  }
  const answer = readAnswer(plugin, given)
  // Adds the counts that the plugin reports for releases that it recorded through calls.
  poll.items += readInteger(answer.parsed) ?? 0
  poll.added += readInteger(answer.recorded) ?? 0
  for (const candidate of answer.candidates) {
    signal.throwIfAborted()
    const isNew = await recordCandidate(ctx, plugin, { sourceId: source.id, candidate })
    poll.items += 1
    if (isNew === true) poll.added += 1
  }
  const newEtag = readLine(answer.etag)
  if (newEtag !== undefined) await ctx.write((tx) => storeEtag(ctx, tx, source.id, newEtag))
  return undefined
}

/**
 * Reads the answer to a poll. Plugins that record releases through calls do not have to send
 * candidates. Throws if the answer is invalid, because its ETag would hide the releases from the
 * next poll.
 */
function readAnswer(plugin: UsablePlugin, value: unknown) {
  const { parsed, recorded, etag, candidates } = readObject(value)
  const list = candidates ?? []
  const read = readItems(list).flatMap((one) => readCandidate(one) ?? [])
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const isReadable = Array.isArray(list) && (list.length === 0 || read.length > 0)
  if (!isObject || !isReadable) throw createInvalidAnswer(plugin)
  return { parsed, recorded, etag, candidates: read }
}
