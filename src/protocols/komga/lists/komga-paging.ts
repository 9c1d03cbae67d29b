/** Pages numbered from 0, as in Komga, with all members that its clients require. */
import type { Found } from '../../../platform/http/pagination'

const defaultSize = 20
const maxSize = 1000
/** Maximum page size for `unpaged`. The total is correct even if there are more items. */
const maxUnpaged = 10_000
const maxPage = 1_000_000

export interface KomgaPaging {
  /** Page number, starting at 0. */
  page: number
  size: number
  isUnpaged: boolean
}

/** Reads the page. Invalid values are replaced, because apps send arbitrary ones. */
export function readPaging(query: URLSearchParams): KomgaPaging {
  const isUnpaged = query.get('unpaged') === 'true'
  if (isUnpaged) return { page: 0, size: maxUnpaged, isUnpaged }
  const page = readInteger(query.get('page'), { min: 0, max: maxPage, otherwise: 0 })
  const size = readInteger(query.get('size'), { min: 1, max: maxSize, otherwise: defaultSize })
  return { page, size, isUnpaged }
}

function readInteger(
  text: string | null,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
) {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : otherwise
  return Math.min(Math.max(value, min), max)
}

/** Converts page numbers to those of the services, which start at 1. */
export const toPaging = ({ page, size }: KomgaPaging) => ({
  page: page + 1,
  pageSize: size,
  offset: page * size,
})

export const toPageQuery = (paging: KomgaPaging) => ({
  page: String(paging.page + 1),
  pageSize: String(paging.size),
})

export function createKomgaPage<Item>(
  { page, size, isUnpaged }: KomgaPaging,
  { data: content, total: totalElements }: Found<Item>,
  isSorted = true,
) {
  const totalPages = isUnpaged ? 1 : Math.ceil(totalElements / size)
  const sort = { empty: !isSorted, sorted: isSorted, unsorted: !isSorted }
  return {
    content,
    pageable: {
      sort,
      pageNumber: page,
      pageSize: size,
      offset: page * size,
      paged: !isUnpaged,
      unpaged: isUnpaged,
    },
    totalElements,
    totalPages,
    last: page + 1 >= totalPages,
    number: page,
    sort,
    first: page === 0,
    numberOfElements: content.length,
    size: isUnpaged ? content.length : size,
    empty: content.length === 0,
  }
}

/** Returns one page of a list in memory. */
export function slicePage<Item>(query: URLSearchParams, all: readonly Item[]): Found<Item> {
  const { pageSize, offset } = toPaging(readPaging(query))
  return { data: all.slice(offset, offset + pageSize), total: all.length }
}

/** Creates a page for a feature that Quire does not have, such as sharing labels. */
export const createEmptyPage = (query: URLSearchParams) =>
  createKomgaPage<never>(readPaging(query), { data: [], total: 0 }, false)
