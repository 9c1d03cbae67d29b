/** Breakdown of reading by month, series, device and other groups, as tables with bars. */
import type { Schemas } from '../../api/client'
import { Card } from '../../components/card/card'
import { BarTable } from '../../components/charts/bar-table'
import { formatInMinutes } from '../../i18n/date-time'
import { getFormatLocale } from '../../i18n/format-locale'
import { formatNumber, t } from '../../i18n/i18n'
import { formatFileFormat } from '../../labels/metadata-labels'
import styles from './statistics.module.css'

type Statistics = Schemas['ReadingStatistics']
type Figures = Omit<Statistics['formats'][number], 'format'>

interface Line {
  id: string
  name: string
  figures: Figures
}

export function Breakdown({ statistics }: { statistics: Statistics }) {
  const { series, libraries, genres, authors, devices, formats } = statistics
  const named = (rows: Statistics['genres']): Line[] =>
    rows.map(({ id, name, ...figures }) => ({ id, name, figures }))
  return (
    <div className={styles.tables}>
      <Lines title={t('By month')} first={t('Month')} lines={listMonths(statistics)} />
      <Lines
        title={t('By series')}
        first={t('Series', { context: 'one' })}
        lines={series.map(({ seriesId: id, seriesName: name, ...figures }) => ({
          id,
          name,
          figures,
        }))}
      />
      <Lines title={t('By library')} first={t('Library')} lines={named(libraries)} />
      <Lines title={t('By genre')} first={t('Genre')} lines={named(genres)} />
      <Lines title={t('By author')} first={t('Author')} lines={named(authors)} />
      <Lines
        title={t('By device')}
        first={t('Device')}
        lines={devices.map(({ deviceId: id, deviceName, ...figures }) => ({
          id,
          name: deviceName ?? t('Browser'),
          figures,
        }))}
      />
      <Lines
        title={t('By format')}
        first={t('Format')}
        lines={formats.map(({ format, ...figures }) => ({
          id: format,
          name: formatFileFormat(format),
          figures,
        }))}
      />
    </div>
  )
}

function Lines({ title, first, lines }: { title: string; first: string; lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <Card title={title}>
      <BarTable
        label={title}
        columns={[first, t('Reading time'), t('Pages'), t('Finished')]}
        rows={lines.map(({ id, name, figures: { duration, pagesRead, booksFinished } }) => ({
          id,
          name,
          value: duration.totalMs || pagesRead,
          cells: [
            duration.totalMs > 0 ? formatInMinutes(duration.totalMs) : '–',
            formatNumber(pagesRead),
            formatNumber(booksFinished),
          ],
        }))}
      />
    </Card>
  )
}

/** Computes monthly totals from daily values. */
function listMonths({ periods }: Statistics): Line[] {
  const months = new Map<string, Line>()
  for (const { bucket, ...day } of periods) {
    const id = bucket.slice(0, 7)
    const known = months.get(id)
    months.set(id, known ? { ...known, figures: add(known.figures, day) } : createMonth(id, day))
  }
  return [...months.values()]
}

function createMonth(id: string, figures: Figures): Line {
  const [year, month] = id.split('-').map(Number)
  const format = new Intl.DateTimeFormat(getFormatLocale(), { month: 'long' })
  return { id, name: format.format(new Date(year!, month! - 1, 1)), figures }
}

const add = (one: Figures, other: Figures): Figures => ({
  duration: {
    measuredMs: one.duration.measuredMs + other.duration.measuredMs,
    inferredMs: one.duration.inferredMs + other.duration.inferredMs,
    totalMs: one.duration.totalMs + other.duration.totalMs,
  },
  pagesRead: one.pagesRead + other.pagesRead,
  sessions: one.sessions + other.sessions,
  booksFinished: one.booksFinished + other.booksFinished,
})
