/** OPDS 1.2: writes the catalog's lists as Atom feeds. */
import type { Context } from '../../../context'
import type { FacetGroup, Listing } from '../catalog/listing'
import { type FeedFormat, type FeedRequest, listPageLinks } from '../feed-request'
import { type Entry, feedTypes, type Link, renderFeed } from './render-feed'
import { buildEntry } from './entries'

export const atomFormat: FeedFormat = {
  root: '/opds',
  render(ctx, request, listing) {
    const entries = listing.items.map((item) => buildEntry(item, request))
    const body = renderFeed({
      id: `urn:quire:${request.linkTo({ page: undefined, pageSize: undefined })}`,
      author: request.serverName,
      title: listing.title,
      updatedAt: findLatest(ctx, entries),
      links: [...listOwnLinks(request, listing), ...listFacetLinks(request, listing)],
      paging: listing.paging && { ...listing.paging, total: listing.total ?? 0 },
      entries,
    })
    return { body, mediaType: `${feedTypes[listing.holds]};charset=utf-8` }
  },
}

function listOwnLinks(request: FeedRequest, listing: Listing): Link[] {
  const type = feedTypes[listing.holds]
  return [
    { rel: 'self', href: request.linkTo({}), type },
    { rel: 'start', href: request.hrefOfList(''), type: feedTypes.lists },
    {
      rel: 'search',
      href: request.hrefOfList('search.xml'),
      type: 'application/opensearchdescription+xml',
    },
    ...listPageLinks(request, listing).map((link) => ({ ...link, type })),
  ]
}

const listFacetLinks = ({ linkTo }: FeedRequest, { facets = [], holds }: Listing): Link[] =>
  facets.flatMap(({ title: group, facets: ones }: FacetGroup) =>
    ones.map(({ title, change, isActive }) => ({
      rel: 'http://opds-spec.org/facet',
      href: linkTo({ page: undefined, ...change }),
      type: feedTypes[holds],
      title,
      attributes: { 'opds:facetGroup': group, 'opds:activeFacet': isActive ? 'true' : undefined },
    })),
  )

/**
 * Returns the time of the newest entry, or the beginning of the day for an empty feed, because the
 * current time would change the ETag with every request.
 */
const findLatest = (ctx: Context, entries: readonly Entry[]): Date =>
  entries.reduce<Date | undefined>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    undefined,
  ) ?? new Date(new Date(ctx.clock.now()).setUTCHours(0, 0, 0, 0))
