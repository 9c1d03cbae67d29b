const ids = new WeakMap<Request, string>()

/** The caller's own `X-Request-Id` when it is harmless, else a new one; the same for the whole request. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known) return known
  const given = request.headers.get('x-request-id')
  const id = given && /^[\w.:-]{1,100}$/.test(given) ? given : Bun.randomUUIDv7()
  ids.set(request, id)
  return id
}
