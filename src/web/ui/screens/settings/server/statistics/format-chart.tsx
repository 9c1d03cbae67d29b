/** Number of books by file format. */
import { useQuery } from '@tanstack/react-query'
import { readResponse, api } from '../../../../api/client'
import { formatNumber, formatPercent, t } from '../../../../i18n/i18n'
import { BarTable } from '../../../../components/charts/bar-table'
import { SettingsCard } from '../../shared/settings-section'

const path = '/api/v1/books/list/facets'

/** Renders nothing while loading, because the rest of the page does not depend on it. */
export function FormatChart() {
  const { data } = useQuery({
    queryKey: [path, 'formats'],
    queryFn: async () => readResponse(api.POST(path, { body: { facets: ['format'] } })),
  })
  const values = data?.[0]?.values ?? []
  if (values.length === 0) return null
  const total = values.reduce((sum, { count }) => sum + count, 0)
  return (
    <SettingsCard title={t('By format')}>
      <BarTable
        label={t('By format')}
        columns={[t('Format'), t('Books'), t('Share')]}
        rows={values.map(({ value, count }) => ({
          id: String(value),
          name: value === null ? t('Unknown') : String(value).toUpperCase(),
          value: count,
          cells: [formatNumber(count), formatPercent(count / total)],
        }))}
      />
    </SettingsCard>
  )
}
