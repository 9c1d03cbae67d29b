import { apiQuery } from '../../api/query'
import type { Schemas } from '../../api/client'
import { windowSize } from '../../components/grid/virtual-window'

export type Entry = Schemas['WantToReadEntry']

export const path = '/api/v1/want-to-read'

export const entriesQuery = (page: number) =>
  apiQuery(path, { params: { query: { page, pageSize: windowSize, sort: 'custom' } } })
