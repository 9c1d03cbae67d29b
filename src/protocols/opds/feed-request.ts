/** Builds the links of a requested feed. */
import type { Context } from '../../context'
import { getBasePath } from '../../platform/http/pagination'
import type { Group, Listing } from './catalog/listing'

/** Adds the base path to a path on this server, such as `/opds`. */
type BuildHref = (path: string) => string

export interface FeedRequest {
  /** Name of the server, which is listed as the author of feeds. */
  serverName: string
  href: BuildHref
  /**
   * The URL of another list in the same OPDS version. Its argument is a path such as
   * `series?order=added`.
   */
  hrefOfList: BuildHref
  /**
   * The URL of this feed with other query parameters. A value of undefined removes the parameter.
   */
  linkTo(change: Record<string, string | undefined>): string
}

/** An OPDS version. */
export interface FeedFormat {
  /** Path of the catalog's start page. Links never lead to the other OPDS version. */
  root: string
  render(ctx: Context, request: FeedRequest, listing: Listing & { groups?: readonly Group[] }): Feed
}

interface Feed {
  body: string
  mediaType: string
}

export function createFeedRequest(request: Request, { root }: Pick<FeedFormat, 'root'>) {
  const { pathname, search } = new URL(request.url)
  const href = (path: string) => `${getBasePath(request)}${path}`
  return {
    href,
    hrefOfList: (path) => href(path === '' ? root : `${root}/${path}`),
    linkTo(change) {
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      return `${href(pathname)}${query.size === 0 ? '' : `?${query.toString()}`}`
    },
  } satisfies Omit<FeedRequest, 'serverName'>
}

interface PageLink {
  rel: 'first' | 'previous' | 'next' | 'last'
  href: string
}

/** Lists links to other pages. Returns an empty list if the feed contains all items. */
export function listPageLinks({ linkTo }: FeedRequest, { paging, total = 0 }: Listing): PageLink[] {
  if (!paging) return []
  const last = Math.max(1, Math.ceil(total / paging.pageSize))
  const buildLink = (rel: PageLink['rel'], page: number) => ({
    rel,
    href: linkTo({ page: `${page}` }),
  })
  return [
    buildLink('first', 1),
    ...(paging.page > 1 ? [buildLink('previous', Math.min(paging.page - 1, last))] : []),
    ...(paging.page < last ? [buildLink('next', paging.page + 1)] : []),
    buildLink('last', last),
  ]
}
