/** Calls that plugins make. Modules register those that they answer. */
import type { Context } from '../../../context'
import { type JsonObject, readObject } from '../../providers/text/read-json'
import { RpcError } from '../../sandbox/model'

interface Caller {
  readonly id: string
  readonly name: string
}

type CallHandler = (ctx: Context, plugin: Caller, params: JsonObject) => Promise<unknown>

const handlers = new Map<string, CallHandler>()
const methodNotFound = -32_601

export function registerPluginCall(method: string, handler: CallHandler) {
  if (handlers.has(method)) throw new Error(`two answers to ${method}`)
  handlers.set(method, handler)
}

/** Throws an `RpcError` that the plugin receives. */
export async function answerPluginCall(
  ctx: Context,
  plugin: Caller,
  { method, params }: { method: string; params: unknown },
): Promise<unknown> {
  const handler = handlers.get(method)
  if (!handler) throw new RpcError(methodNotFound, `there is no method ${method.slice(0, 100)}`)
  return handler(ctx, plugin, readObject(params))
}
