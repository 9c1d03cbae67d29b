/** Counts the series that an account would see with the limits in a form. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { formatNumber, t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

type Limits = Schemas['AccessPreviewRequest']
type Effect = Pick<
  Schemas['AccessPreview'],
  'ageLimit' | 'visibleCount' | 'totalCount' | 'visibleUnratedCount' | 'hiddenUnratedCount'
>

interface VisibleSeriesProps {
  /** The name of the user, or a placeholder for it. */
  name: string
  limits: Limits
}

export function VisibleSeries({ name, limits }: VisibleSeriesProps) {
  const { data, error } = useQuery({
    queryKey: ['/api/v1/access/preview', limits],
    queryFn: ({ signal }) =>
      readResponse(api.POST('/api/v1/access/preview', { body: limits, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  return (
    <p role="status" className={styles.hint}>
      {error ? formatError(error) : data && formatVisible(name, data)}
    </p>
  )
}

function formatVisible(name: string, effect: Effect): string {
  const { ageLimit, totalCount: total, hiddenUnratedCount: hidden } = effect
  const visible = formatNumber(effect.visibleCount)
  if (hidden > 0) {
    return t(
      '{name} sees {visible} of {total, plural, one {# series} other {# series}}; {hidden, plural, one {# without an age rating is hidden} other {# without an age rating are hidden}}',
      { name, visible, total, hidden },
    )
  }
  if (ageLimit !== null && effect.visibleUnratedCount > 0) {
    return t(
      '{name} sees {visible} of {total, plural, one {# series} other {# series}}, {unrated} of them without an age rating',
      { name, visible, total, unrated: formatNumber(effect.visibleUnratedCount) },
    )
  }
  return t('{name} sees {visible} of {total, plural, one {# series} other {# series}}', {
    name,
    visible,
    total,
  })
}
