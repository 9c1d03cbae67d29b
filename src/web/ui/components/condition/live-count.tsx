/** The number of series or books that match a condition while it is being edited. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { useDebounced } from '../use-debounced'
import type { Target } from './tree/field-kinds'
import type { Condition } from './tree/condition-shape'

const calmMs = 300

interface CountProps {
  target: Target
  /** Undefined while a value is missing or invalid. */
  condition: Condition | undefined
}

export function LiveCount({ target, condition }: CountProps) {
  const now = condition ? JSON.stringify(condition) : ''
  const settled = useDebounced(now, calmMs)
  const { data, error, isFetching } = useQuery({
    // Outdated requests are aborted, because their keys are no longer in use.
    queryKey: [`/api/v1/${target}/list`, settled, 'count'],
    queryFn: ({ signal }) => countMatches(target, settled, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const words = () => {
    if (now === '') return t('Fill in every value to see how many match')
    if (error && !isFetching) return formatError(error)
    if (data === undefined) return t('Counting…')
    return target === 'series'
      ? t('{total, plural, one {# series matches} other {# series match}}', { total: data })
      : t('{total, plural, one {# book matches} other {# books match}}', { total: data })
  }
  return (
    <p role="status" aria-busy={isFetching || settled !== now}>
      {words()}
    </p>
  )
}

async function countMatches(target: Target, text: string, signal: AbortSignal) {
  const body = { condition: JSON.parse(text) as object }
  const params = { query: { page: 1, pageSize: 1 } }
  const { total } =
    target === 'series'
      ? await readResponse(api.POST('/api/v1/series/list', { params, body, signal }))
      : await readResponse(api.POST('/api/v1/books/list', { params, body, signal }))
  return total
}
