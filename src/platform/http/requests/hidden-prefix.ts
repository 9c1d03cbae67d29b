/** The path prefix of a protocol that is served at the root of an additional port. */

const prefixes = new WeakMap<Request, string>()

/** Stores the path prefix that the client did not send. */
export const storeHiddenPrefix = (request: Request, prefix: string) =>
  void prefixes.set(request, prefix)

/** Returns undefined for requests to the server's main port. */
export const getHiddenPrefix = (request: Request): string | undefined => prefixes.get(request)
