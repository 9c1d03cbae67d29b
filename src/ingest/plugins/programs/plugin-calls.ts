/** Calls that plugins make. Modules register the ones they handle. */
import type { Context } from '../../../context'
import { readObject } from '../../providers/text/read-json'
import { RpcError } from '../../sandbox/model'
import { type PluginCall, type PluginCaller, storageCalls } from './plugin-storage'

const calls = new Map<string, PluginCall>(Object.entries(storageCalls))
const ownCalls = new Map<string, PluginCall>(Object.entries(storageCalls))
const methodNotFound = -32_601

export function registerPluginCall(method: string, call: PluginCall) {
  if (calls.has(method)) throw new Error(`two answers to ${method}`)
  calls.set(method, call)
}

/** Throws an `RpcError` that the plugin receives. */
export async function answerPluginCall(
  ctx: Context,
  plugin: PluginCaller,
  { method, params }: { method: string; params: unknown },
): Promise<unknown> {
  // Per-user programs may only use storage: the data returned by other calls is not limited to what
  // one user may see.
  const answers = plugin.owner === '' ? calls : ownCalls
  const call = answers.get(method)
  if (!call) throw new RpcError(methodNotFound, `there is no method ${method.slice(0, 100)}`)
  return call(ctx, plugin, readObject(params))
}
