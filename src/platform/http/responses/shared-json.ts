/**
 * Caches long lists as JSON, because building them takes tens of milliseconds on the server's
 * thread.
 */
import type { Context } from '../../../context'
import { toJson } from './to-json'

/** Limited, because each can be several megabytes. */
const maxBodies = 4

type Bodies = Map<string, Promise<string>>
const known = new WeakMap<Context, Bodies>()

/**
 * Requests that have the same key share one build. The key identifies the resource and its version.
 */
export async function getSharedJson(
  ctx: Context,
  key: string,
  build: () => Promise<object>,
): Promise<string> {
  const bodies: Bodies = known.get(ctx) ?? new Map()
  known.set(ctx, bodies)
  const body = bodies.get(key) ?? build().then((list) => toJson(list))
  // Moves the entry to the end, because the least recently used one is evicted.
  bodies.delete(key)
  bodies.set(key, body)
  if (bodies.size > maxBodies) bodies.delete(bodies.keys().next().value!)
  try {
    return await body
  } catch (error) {
    bodies.delete(key)
    throw error
  }
}

export const sendJson = (json: string) =>
  new Response(json, { headers: { 'content-type': 'application/json' } })
