import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../api/query'
import { Figures } from '../../../../components/charts/figures'
import { formatInMinutes } from '../../../../i18n/date-time'
import { formatNumber, t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'
import { SettingsCard } from '../../shared/settings-section'

/** Totals across all users, which do not show what an individual user reads. */
export function ReadingSums() {
  const may = usePermission('system:admin')
  const { data } = useQuery({ ...apiQuery('/api/v1/reading-stats/server'), enabled: may })
  if (!data) return null
  return (
    <SettingsCard
      title={t('Reading activity of all users')}
      hint={t('Totals for the last 90 days, updated every hour')}
    >
      <Figures
        figures={[
          [
            t('{count, plural, one {Reader} other {Readers}}', { count: data.readers }),
            formatNumber(data.readers),
          ],
          [t('Reading time'), formatInMinutes(data.duration.totalMs)],
          [
            t('{count, plural, one {Page} other {Pages}}', { count: data.pagesRead }),
            formatNumber(data.pagesRead),
          ],
          [
            t('{count, plural, one {Book finished} other {Books finished}}', {
              count: data.booksFinished,
            }),
            formatNumber(data.booksFinished),
          ],
        ]}
      />
    </SettingsCard>
  )
}
