/**
 * Parts of the app that are loaded when they receive their first request, and the check whether the
 * path of a request is below a prefix.
 */
import type { AnyElysia } from 'elysia'

/**
 * Returns a function that loads a part only once. If that fails, the part returned by `fail`
 * handles the waiting requests, and the next request tries again.
 */
export function loadOnDemand(
  load: () => Promise<AnyElysia>,
  fail: (error: unknown) => AnyElysia,
): () => AnyElysia | Promise<AnyElysia> {
  let loaded: AnyElysia | undefined
  let loading: Promise<AnyElysia> | undefined
  const start = async () => {
    try {
      loaded = await load()
      return loaded
    } catch (error) {
      return fail(error)
    } finally {
      loading = undefined
    }
  }
  return () => loaded ?? (loading ??= start())
}

/**
 * True if the path of a request is `prefix` or below it. Does not parse the URL, because this runs
 * for every request.
 */
export function isBelow({ url }: Request, prefix: string): boolean {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const next = url[start + prefix.length]
  return url.startsWith(prefix, start) && (next === undefined || next === '/' || next === '?')
}
