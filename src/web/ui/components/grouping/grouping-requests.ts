import { queryOptions } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { apiQuery, queryClient, refreshWorks } from '../../api/query'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'
import { withId } from '../use-action'

export type GroupingRequest = Schemas['GroupingRequest']
export type GroupingChange = Schemas['GroupingChange']

const path = '/api/v1/grouping-changes'

export const previewQuery = (body: GroupingRequest) =>
  queryOptions({
    queryKey: [`${path}/preview`, body] as const,
    queryFn: ({ signal }) =>
      readResponse(api.POST('/api/v1/grouping-changes/preview', { body, signal })),
    staleTime: 0,
    gcTime: 0,
  })

export const historyQuery = (seriesId: string) =>
  apiQuery('/api/v1/grouping-changes', { params: { query: { seriesId, pageSize: 20 } } })

export const changeGrouping = (body: GroupingRequest) =>
  readResponse(api.POST('/api/v1/grouping-changes', { body }))

export async function undoGrouping({ id }: Pick<GroupingChange, 'id'>) {
  try {
    await readResponse(api.POST('/api/v1/grouping-changes/{id}/undo', withId(id)))
    toast(t('The books are back where they were'))
  } catch (error) {
    toast(formatError(error))
  }
  await refreshGrouping()
}

export async function refreshGrouping() {
  await refreshWorks(queryClient)
  await queryClient.invalidateQueries({ queryKey: [path] })
}

/** Describes a change in the past tense. */
export function formatGroupingChange({
  kind,
  bookCount: count,
  targetTitle,
  sources,
}: GroupingChange) {
  const title = targetTitle ?? ''
  const from = sources.map((source) => source.title).join(', ')
  return {
    merge: () => t('Merged {from} into {title}', { from, title }),
    move: () =>
      t('Moved {count, plural, one {# book} other {# books}} from {from} to {title}', {
        count,
        from,
        title,
      }),
    split: () =>
      t(
        'Split {count, plural, one {# book} other {# books}} from {from} into the new series {title}',
        {
          count,
          from,
          title,
        },
      ),
    reset: () =>
      t(
        'Returned {count, plural, one {# book to the series found for its file} other {# books to the series found for their files}}',
        {
          count,
        },
      ),
  }[kind]()
}
