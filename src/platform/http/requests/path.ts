/**
 * Returns the path of a request as the router sees it: without the query, and not normalized. Does
 * not parse the URL, because this runs several times for every request.
 */
export function getPath({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}
