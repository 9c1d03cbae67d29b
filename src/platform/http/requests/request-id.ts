const ids = new WeakMap<Request, string>()

/**
 * Returns the client's `X-Request-Id` if it is valid, or else a new ID. Repeated calls for one
 * request return the same ID.
 */
export function getRequestId(request: Request): string {
  const known = ids.get(request)
  if (known) return known
  const given = request.headers.get('x-request-id')
  const id = given && /^[\w.:-]{1,100}$/.test(given) ? given : Bun.randomUUIDv7()
  ids.set(request, id)
  return id
}
