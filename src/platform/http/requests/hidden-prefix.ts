/** The additional port of a protocol serves the protocol's paths at the root. */

const prefixes = new WeakMap<Request, string>()

/** Stores the path prefix that the client did not send. */
export const storeHiddenPrefix = (request: Request, prefix: string) =>
  void prefixes.set(request, prefix)

/** Returns undefined for requests to the server's main port. */
export const getHiddenPrefix = (request: Request): string | undefined => prefixes.get(request)
