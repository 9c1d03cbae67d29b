/** OPDS 2.0: writes the catalog's lists as JSON. */
import type { Group, Item, Listing, Section, SeriesItem } from '../catalog/listing'
import { type FeedFormat, type FeedRequest, listPageLinks } from '../feed-request'
import { buildPublication, type Link, type Links } from './publications'

const feedType = 'application/opds+json'

export const jsonFormat: FeedFormat = {
  root: '/opds/v2',
  render({ config }, request, listing) {
    const feed = buildFeed({ ...request, coverWidth: config.thumbnails.width }, listing)
    return { body: JSON.stringify(feed), mediaType: feedType }
  },
}

type Request = FeedRequest & Links

function buildFeed(request: Request, listing: Listing & { groups?: readonly Group[] }) {
  const { groups = [], facets = [], paging, total } = listing
  return {
    metadata: {
      title: listing.title,
      numberOfItems: total ?? listing.items.length,
      ...(paging && { itemsPerPage: paging.pageSize, currentPage: paging.page }),
    },
    links: listOwnLinks(request, listing),
    ...splitItems(request, listing),
    ...(facets.length > 0 && {
      facets: facets.map(({ title, facets: ones }) => ({
        metadata: { title },
        links: ones.map(({ change, isActive, ...facet }) => ({
          href: request.linkTo({ page: undefined, ...change }),
          type: feedType,
          title: facet.title,
          ...(isActive && { rel: 'self' }),
        })),
      })),
    }),
    ...(groups.length > 0 && { groups: groups.map((group) => buildGroup(request, group)) }),
  }
}

const buildGroup = (request: Request, { path, ...listing }: Group) => ({
  metadata: { title: listing.title, numberOfItems: listing.total ?? listing.items.length },
  // KOReader opens a group through its first link.
  links: [{ rel: 'self', href: request.hrefOfList(path), type: feedType, title: listing.title }],
  ...splitItems(request, listing),
})

/** Splits the items: books become publications, and all other items become links to other feeds. */
function splitItems(request: Request, { items }: Listing) {
  const books = items.filter((item) => item.kind === 'book')
  const navigation = items.flatMap((item) =>
    item.kind === 'book' ? [] : buildNavigationLink(item, request),
  )
  // The schema requires at least one item, so an empty list contains a link to the start page.
  if (items.length === 0) return { navigation: [buildStartLink(request)] }
  return {
    ...(navigation.length > 0 && { navigation }),
    ...(books.length > 0 && {
      publications: books.map((item) => buildPublication(item, request)),
    }),
  }
}

const buildStartLink = ({ hrefOfList }: FeedRequest): Link => ({
  href: hrefOfList(''),
  type: feedType,
  rel: 'start',
  title: 'Start',
})

function buildNavigationLink(
  item: Exclude<Item, { kind: 'book' }>,
  { hrefOfList }: FeedRequest,
): Link {
  return item.kind === 'section'
    ? buildSectionLink(item, hrefOfList)
    : buildSeriesLink(item, hrefOfList)
}

const buildSectionLink = ({ title, path, count }: Section, hrefOfList: HrefOfList): Link => ({
  href: hrefOfList(path),
  type: feedType,
  rel: 'subsection',
  title,
  ...(count !== undefined && { properties: { numberOfItems: count } }),
})

const buildSeriesLink = ({ series }: SeriesItem, hrefOfList: HrefOfList): Link => ({
  href: hrefOfList(`series/${series.id}`),
  type: feedType,
  rel: 'subsection',
  title: series.metadata.title,
  properties: { numberOfItems: series.bookCount },
})

type HrefOfList = FeedRequest['hrefOfList']

function listOwnLinks(request: FeedRequest, listing: Listing): Link[] {
  return [
    { rel: 'self', href: request.linkTo({}), type: feedType },
    { rel: 'start', href: request.hrefOfList(''), type: feedType },
    {
      rel: 'search',
      href: `${request.hrefOfList('search')}{?query}`,
      type: feedType,
      templated: true,
    },
    ...listPageLinks(request, listing).map((link) => ({ ...link, type: feedType })),
  ]
}
