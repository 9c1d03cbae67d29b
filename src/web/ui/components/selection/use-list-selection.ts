/** Selection in a list whose pages load on demand. */
import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../api/format-error'
import { toast } from '../feedback/toast'
import { windowSize } from '../../../shared/requests'
import { type Selection, useSelection } from './selection'

interface PageOfIds {
  data: { id: string }[]
  total: number
}

/** The server's maximum page size. */
const largestPage = 500

interface ListOfPages {
  /** Identifies the content of the list. */
  key: string
  pageQuery: (page: number, pageSize: number) => object
  total: number | undefined
}

export function useListSelection({ key, pageQuery, total }: ListOfPages): Selection {
  const queries = useQueryClient()
  const idsBetween = async (from: number, to: number) => {
    // Short ranges use the page size of the list, because the visible pages are already cached.
    const size = to - from < 3 * windowSize ? windowSize : largestPage
    const ids: string[] = []
    for (let page = Math.floor(from / size); page <= Math.floor(to / size); page++) {
      const question = pageQuery(page + 1, size) as FetchQueryOptions<PageOfIds>
      const { data } = await queries.fetchQuery(question)
      const isIn = (offset: number) => page * size + offset >= from && page * size + offset <= to
      ids.push(...data.filter((_, offset) => isIn(offset)).map(({ id }) => id))
    }
    return ids
  }
  return useSelection({ key, total, idsBetween, failed: (error) => toast(formatError(error)) })
}
