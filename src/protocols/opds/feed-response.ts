/** Turns the lists of the catalog into responses: links, pages, ETags, answers to HEAD. */
import type { Context } from '../../context'
import { getBasePath, type Paging } from '../../platform/http/pagination'
import { respondWithEtag } from '../../platform/http/responses/etag'
import { type Entry, type FeedKind, feedTypes, type Link, renderFeed } from './atom'
import type { BuildHref } from './entries'

/** One page of a feed. */
export interface Listing {
  title: string
  kind: FeedKind
  entries: readonly Entry[]
  /** Facets. */
  links?: readonly Link[]
  /** Absent if the feed is complete. */
  paging?: Paging
  total?: number
}

export interface FeedRequest {
  href: BuildHref
  /** The address of this feed with other query parameters; undefined removes one. */
  linkTo(change: Record<string, string | undefined>): string
}

/** Clients such as KOReader send HEAD before each GET, so HEAD does not run the queries of the feed. */
export async function respondWithFeed(
  ctx: Context,
  request: Request,
  list: (request: FeedRequest) => Promise<Listing>,
): Promise<Response> {
  const feedRequest = createFeedRequest(request)
  if (request.method === 'HEAD') {
    return new Response(null, { headers: { 'content-type': 'application/atom+xml' } })
  }
  const listing = await list(feedRequest)
  const xml = renderFeed({
    id: `urn:quire:${new URL(request.url).pathname}`,
    title: listing.title,
    updatedAt: findLatest(ctx, listing.entries),
    links: [...listOwnLinks(feedRequest, listing), ...(listing.links ?? [])],
    paging: listing.paging && { ...listing.paging, total: listing.total ?? 0 },
    entries: listing.entries,
  })
  return respondWithEtag(request, xml, {
    'content-type': `${feedTypes[listing.kind]};charset=utf-8`,
  })
}

export function createFeedRequest(request: Request): FeedRequest {
  const url = new URL(request.url)
  const href = (path: string) => `${getBasePath(request)}${path}`
  return {
    href,
    linkTo(change) {
      const query = new URLSearchParams(url.search)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      const search = query.toString()
      return `${href(url.pathname)}${search === '' ? '' : `?${search}`}`
    },
  }
}

function listOwnLinks({ href, linkTo }: FeedRequest, { kind, paging, total = 0 }: Listing): Link[] {
  const type = feedTypes[kind]
  const links: Link[] = [
    { rel: 'self', href: linkTo({}), type },
    { rel: 'start', href: href('/opds'), type: feedTypes.navigation },
    {
      rel: 'search',
      href: href('/opds/search.xml'),
      type: 'application/opensearchdescription+xml',
    },
  ]
  if (!paging) return links
  const last = Math.max(1, Math.ceil(total / paging.pageSize))
  const at = (rel: string, page: number): Link => ({
    rel,
    href: linkTo({ page: String(page) }),
    type,
  })
  return [
    ...links,
    at('first', 1),
    ...(paging.page > 1 ? [at('previous', Math.min(paging.page - 1, last))] : []),
    ...(paging.page < last ? [at('next', paging.page + 1)] : []),
    at('last', last),
  ]
}

/** An empty feed has the time of its request; all others that of their newest entry, so that ETags last. */
const findLatest = (ctx: Context, entries: readonly Entry[]): Date =>
  entries.reduce<Date | undefined>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    undefined,
  ) ?? ctx.now()
