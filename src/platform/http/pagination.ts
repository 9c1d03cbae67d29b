/**
 * Pagination with page numbers that start at 1, links that repeat the query, and totals. Also
 * parses the sort order of lists.
 */
import { invalid } from '../../errors'
import {
  anyText,
  integerText,
  list,
  long,
  nullable,
  optional,
  named,
  oneOf,
  shape,
  choicesText,
  type TSchema,
} from './shapes'
import { requestMessages, valueMessages } from '../messages/common'

export const maxPageSize = 500
const defaultPageSize = 50

/** Query parameters of all lists with pages. */
export const PageQuery = {
  page: optional(
    integerText({
      minimum: 1,
      maximum: 1_000_000_000,
      default: 1,
      description: 'Page number',
    }),
  ),
  pageSize: optional(
    integerText({
      minimum: 1,
      maximum: maxPageSize,
      default: defaultPageSize,
      description: 'Number of items per page',
    }),
  ),
}

/**
 * An alternative to `pageSize`, for clients that read only one page. Accepted for compatibility.
 */
export const LimitQuery = {
  limit: optional(
    integerText({
      minimum: 1,
      maximum: maxPageSize,
      description: 'Replaces `pageSize`, for clients that read one page only',
    }),
  ),
}

/** Accepted by lists without pages, for compatibility with clients that request the first page. */
export const FirstPageQuery = {
  page: optional(oneOf(['0', '1'], { description: 'The list has one page' })),
  pageSize: optional(
    integerText({ minimum: 1, maximum: maxPageSize, description: 'Accepted and ignored' }),
  ),
}

/** Accepted for compatibility with clients that request the default explicitly. */
export const IncludeDeletedQuery = {
  includeDeleted: optional(
    oneOf(['false'], { description: 'Books in the trash are listed at `/books/deleted`' }),
  ),
}

/**
 * A sort key, optionally with a direction. `parseSort` rejects all other values and lists the valid
 * keys.
 */
export const sortQuery = (keys: readonly string[]) => {
  const description = `Sort key, optionally followed by \`,asc\` (the default) or \`,desc\`. Keys: ${keys.join(', ')}.`
  return { sort: optional(choicesText(`^(${keys.join('|')})(,(asc|desc))?$`, { description })) }
}

export interface Paging {
  page: number
  pageSize: number
  offset: number
}

export function parsePaging(query: PagedRequest['query']): Paging {
  const page = Number(query.page ?? 1)
  const pageSize = Number(query.limit ?? query.pageSize ?? defaultPageSize)
  return { page, pageSize, offset: (page - 1) * pageSize }
}

export interface Sort<Key extends string> {
  key: Key
  direction: 'asc' | 'desc'
}

/** Parses `sort`. The error for an unknown key lists the valid ones. */
export function parseSort<Key extends string>(
  given: string | undefined,
  keys: readonly Key[],
  fallback: Sort<Key>,
): Sort<Key> {
  if (given === undefined) return fallback
  const [key = '', direction = 'asc', ...rest] = given.split(',')
  const known = keys.find((candidate) => candidate === key)
  if (known && rest.length === 0 && (direction === 'asc' || direction === 'desc')) {
    return { key: known, direction }
  }
  const example = `${fallback.key},asc`
  const message = valueMessages.sort({ example, keys: keys.join(', ') })
  throw invalid(requestMessages.query_invalid(), [{ path: 'sort', message }])
}

export const PageOf = <Item extends TSchema>(item: Item) =>
  shape(
    {
      data: list(item),
      page: long({ description: 'Page number, starting at 1' }),
      pageSize: long(),
      total: long({ description: 'Total number of items' }),
      totalPages: long(),
      links: PageLinks,
    },
    item['title'] === undefined ? {} : { title: `PageOf${item['title']}` },
  )

const PageLinks = named('PageLinks', {
  first: anyText(),
  last: anyText(),
  self: anyText(),
  next: nullable(anyText({ description: 'URL of the next page; null on the last page' })),
  prev: nullable(anyText({ description: 'URL of the previous page; null on the first page' })),
})

export interface Found<Item> {
  data: Item[]
  total: number
}

type Headers = Record<string, string | number | string[] | undefined>

export interface PagedRequest {
  query: { page?: string; pageSize?: string; limit?: string }
  request: Request
  set: { headers: Headers }
}

/** Responds with a page, with links in the body and the `Link` header. */
export async function paged<Item>(
  { query, request, set }: PagedRequest,
  found: Promise<Found<Item>>,
) {
  const { data, total } = await found
  const { page, pageSize } = parsePaging(query)
  const totalPages = Math.ceil(total / pageSize)
  const last = Math.max(1, totalPages)
  const at = (number: number) => createPageLink(request, number)
  const links = {
    first: at(1),
    last: at(last),
    self: at(page),
    next: page < totalPages ? at(page + 1) : null,
    prev: page > 1 ? at(Math.min(page - 1, last)) : null,
  }
  set.headers['link'] = Object.entries(links)
    .filter(([, link]) => link !== null)
    .map(([relation, link]) => `<${link}>; rel="${relation}"`)
    .join(', ')
  return { data, page, pageSize, total, totalPages, links }
}

function createPageLink(request: Request, page: number) {
  const url = new URL(request.url)
  url.searchParams.set('page', String(page))
  return `${getBasePath(request)}${url.pathname}${url.search}`
}

const basePaths = new WeakMap<Request, string>()
/** Stores the base path of a request, for the links in its response. */
export const storeBasePath = (request: Request, basePath: string) =>
  void basePaths.set(request, basePath)
export const getBasePath = (request: Request) => basePaths.get(request) ?? ''
