/** The additional port of a protocol serves its paths at the root. */

const prefixes = new WeakMap<Request, string>()

/** Stores the beginning of the path that the client did not send. */
export const storeHiddenPrefix = (request: Request, prefix: string) =>
  void prefixes.set(request, prefix)

/** Undefined for requests to the port of the server. */
export const getHiddenPrefix = (request: Request): string | undefined => prefixes.get(request)
