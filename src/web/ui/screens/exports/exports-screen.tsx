/** Exports of the user's own data, which are created in the background and kept for a week. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, buildUrl, readResponse, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Card, Note } from '../../components/card/card'
import { classes } from '../../components/class-names'
import { Button, buttonClass, IconButton } from '../../components/controls/button'
import { NativeSelect } from '../../components/controls/native-select'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { DownloadIcon, PlusIcon, TrashIcon } from '../../components/icons'
import { ReadingNavigation } from '../../components/reading-life/reading-navigation'
import { useChange } from '../../components/use-change'
import { formatBytes } from '../../i18n/bytes'
import { formatMoment } from '../../i18n/date-time'
import { formatDate, t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { usePageTitle } from '../../state/browser/page-title'
import styles from '../../components/reading-life/reading-life.module.css'

type Export = Schemas['Export']
type ExportType = NonNullable<Schemas['ExportCreation']['exportType']>
type ExportFormat = Schemas['ExportCreation']['format']

const path = '/api/v1/user/exports/series'
/**
 * Polling interval in milliseconds, in case live events are missed, such as over a slow connection.
 */
const lookMs = 2_000

export function ExportsScreen() {
  usePageTitle(t('Exports'))
  return (
    <div className={styles.body}>
      <ReadingNavigation />
      <h1>{t('Exports')}</h1>
      <NewExport />
      <ExportList />
    </div>
  )
}

/** A full export is always an archive, and other exports never are. */
const listFormats = (type: ExportType) =>
  Object.entries(formatLabels())
    .filter(([value]) => (value === 'zip') === (type === 'everything'))
    .map(([value, label]) => ({ value, label }))

function NewExport() {
  const [exportType, setType] = useState<ExportType>('books')
  const [format, setFormat] = useState<ExportFormat>('html')
  const create = useChange({
    act: () => readResponse(api.POST(path, { body: { exportType, format } })),
    done: t('The export is being created'),
    stale: [path],
    once: true,
  })
  const types = Object.entries(typeLabels()).filter(([type]) => type !== 'both' || format !== 'csv')
  const choose = (type: ExportType) => {
    setType(type)
    if (type === 'everything') setFormat('zip')
    else if (format === 'zip') setFormat('html')
  }
  return (
    <Card title={t('New export')}>
      <Note>
        {t(
          'Your data as a file to keep, print or use in another program. Only you can download it.',
        )}
      </Note>
      <div className={styles.form}>
        <NativeSelect
          label={t('Content')}
          value={exportType}
          onChange={(type) => choose(type as ExportType)}
          choices={types.map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label={t('Format')}
          value={format}
          onChange={(next) => {
            setFormat(next as ExportFormat)
            if (next === 'csv' && exportType === 'both') setType('books')
          }}
          choices={listFormats(exportType)}
        />
        <Button
          variant="primary"
          icon={PlusIcon}
          busy={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('Create export')}
        </Button>
      </div>
    </Card>
  )
}

const isUnfinished = ({ status }: Export) => status === 'pending' || status === 'running'

function ExportList() {
  const exports = useQuery({
    ...apiQuery(path),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnfinished) ? lookMs : false),
  })
  if (exports.isError && !exports.data) {
    return <ErrorState error={exports.error} retry={exports.refetch} />
  }
  if (!exports.data) return <Loading />
  const all = exports.data.exports
  if (all.length === 0) {
    return (
      <EmptyState icon={DownloadIcon} title={t('No exports yet')}>
        <p>{t('Exports are kept for 7 days')}</p>
      </EmptyState>
    )
  }
  return (
    <ul role="list" className={styles.list} aria-label={t('Exports')}>
      {all.map((one) => (
        <Entry key={one.id} one={one} />
      ))}
    </ul>
  )
}

function Entry({ one }: { one: Export }) {
  const { id, exportType, format, createdAt, status } = one
  const name = `${typeLabels()[exportType as ExportType] ?? exportType} · ${formatLabels()[format as ExportFormat] ?? format}`
  const remove = useChange({
    act: () => readResponse(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
    done: t('Export deleted'),
    stale: [path],
    once: true,
  })
  return (
    <li className={classes(styles.entry, styles.row)}>
      <div className={styles.words}>
        <b>{name}</b>
        <small>
          {formatMoment(createdAt)} · {formatState(one)}
        </small>
      </div>
      {status === 'completed' && (
        <a
          href={buildUrl(`api/v1/user/exports/series/${id}/download`)}
          download
          className={classes(buttonClass('plain', true))}
        >
          <DownloadIcon size={16} />
          {t('Download')}
        </a>
      )}
      <IconButton
        label={t('Delete export: {name}', { name })}
        icon={TrashIcon}
        onClick={() => remove.mutate()}
      />
    </li>
  )
}

function formatState({ status, errorMessage, fileSizeBytes, rowCount, expiresAt }: Export): string {
  if (status === 'failed') return errorMessage ? translate(errorMessage) : t('Failed')
  if (status !== 'completed') return t('Creating…')
  return [
    t('{count, plural, one {# row} other {# rows}}', { count: rowCount ?? 0 }),
    formatBytes(fileSizeBytes ?? 0),
    t('available until {date}', { date: formatDate(expiresAt) }),
  ].join(' · ')
}

const typeLabels = (): Record<ExportType, string> => ({
  series: t('Series'),
  books: t('Books'),
  both: t('Series and books'),
  progress: t('Reading progress'),
  history: t('Reading history'),
  ratings: t('Ratings, favorites and notes'),
  highlights: t('Highlights'),
  everything: t('Everything'),
})

const formatLabels = (): Record<ExportFormat, string> => ({
  html: t('Web page (HTML)'),
  md: t('Text document (Markdown)'),
  csv: t('Table (CSV)'),
  json: t('Data for other programs (JSON)'),
  zip: t('Archive (ZIP)'),
})
