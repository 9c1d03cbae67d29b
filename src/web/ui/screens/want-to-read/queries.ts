import { apiQuery } from '../../api/query'
import type { Schemas } from '../../api/client'
import { windowSize } from '../../../shared/requests'

export type Entry = Schemas['WantToReadEntry']

export const path = '/api/v1/want-to-read'

export const wantedEntriesQuery = (page: number) =>
  apiQuery(path, { params: { query: { page, pageSize: windowSize, sort: 'custom' } } })
