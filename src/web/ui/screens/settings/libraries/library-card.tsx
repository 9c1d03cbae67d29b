/** A library with its state, schedule, running scan and actions. */
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { Button, IconButton } from '../../../components/controls/button'
import { useLibraryTint } from '../../../components/library-tint'
import { MoreIcon, WarningIcon } from '../../../components/icons'
import { Menu } from '../../../components/menus/menu'
import { ScanProgress } from '../../../components/feedback/scan-progress'
import { t } from '../../../i18n/i18n'
import { formatAgo } from '../../../i18n/date-time'
import { joinSentences, translate } from '../../../i18n/server-messages'
import { isScanRunning, useScan } from '../../../state/live/use-scan'
import { usePermission } from '../../../state/session/session'
import { useChange } from '../../../components/use-change'
import { LibraryDialogs, type Shown } from './library-dialogs'
import styles from './libraries.module.css'
import { formatSchedule } from '../shared/schedule/schedule-labels'

type Library = Schemas['Library']
const stale = ['/api/v1/libraries']

export function LibraryCard({ library }: { library: Library }) {
  const { id, name } = library
  const scan = useScan(id)
  const running = isScanRunning(scan) ? scan : undefined
  const [shown, setShown] = useState<Shown>()
  return (
    <section className={styles.card} aria-label={name} data-library={name}>
      <div className={styles.top}>
        <LibrarySummary library={library} isScanning={running !== undefined} />
        <div className={styles.buttons}>
          <ScanButton library={library} running={running} />
          <LibraryMenu library={library} onShow={setShown} isBusy={running !== undefined} />
        </div>
      </div>
      {running && <ScanProgress scan={running} />}
      {library.state !== 'available' && !running && (
        <Unavailable library={library} onConfirm={() => setShown('confirm')} />
      )}
      {scan?.status === 'failed' && library.state === 'available' && (
        <p className={styles.problem}>
          {joinSentences([t('The last scan failed.'), ...scan.messages.map(translate)])}
        </p>
      )}
      {shown && (
        <LibraryDialogs library={library} shown={shown} onClose={() => setShown(undefined)} />
      )}
    </section>
  )
}

function LibrarySummary({ library, isScanning }: { library: Library; isScanning: boolean }) {
  const { id, name, paths, seriesCount, bookCount, lastScannedAt } = library
  const counts = [
    t('{series, plural, one {# series} other {# series}}', { series: seriesCount }),
    t('{books, plural, one {# book} other {# books}}', { books: bookCount }),
  ].join(' · ')
  const scanned = lastScannedAt
    ? t('scanned {when}', { when: formatAgo(lastScannedAt) })
    : t('never scanned')
  return (
    <>
      <span className={styles.tile} style={{ background: useLibraryTint(id) }} aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <div className={styles.names}>
        <h2>{name}</h2>
        {paths?.map((path) => (
          <code key={path}>{path}</code>
        ))}
        <div className={styles.facts}>
          <span>{counts}</span>
          <span>{isScanning ? t('Scanning') : `${formatScanSchedule(library)} · ${scanned}`}</span>
        </div>
      </div>
    </>
  )
}

interface ScanButtonProps {
  library: Library
  running: Schemas['Scan'] | undefined
}

function ScanButton({ library: { id, isActive }, running }: ScanButtonProps) {
  const scan = useScanning(id)
  const stop = useChange({
    act: (scanId: string) =>
      readResponse(
        api.POST('/api/v1/libraries/{id}/scans/{scanId}/cancel', {
          params: { path: { id, scanId } },
        }),
      ),
    done: t('Scan stopped. Books found so far are kept.'),
    stale,
  })
  if (running) {
    return (
      <Button small busy={stop.isPending} onClick={() => stop.mutate(running.id)}>
        {t('Stop')}
      </Button>
    )
  }
  return (
    <Button small busy={scan.isPending} disabled={!isActive} onClick={() => scan.mutate('normal')}>
      {t('Scan now')}
    </Button>
  )
}

const useScanning = (id: string) =>
  useChange({
    act: (mode: 'normal' | 'deep') =>
      readResponse(
        api.POST('/api/v1/libraries/{id}/scan', { params: { path: { id }, query: { mode } } }),
      ),
    stale,
  })

interface LibraryMenuProps {
  library: Library
  isBusy: boolean
  onShow: (shown: Shown) => void
}

function LibraryMenu({ library: { id, name }, isBusy, onShow }: LibraryMenuProps) {
  const mayDelete = usePermission('libraries:delete')
  const scan = useScanning(id)
  const pictures = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/libraries/{id}/books/thumbnails/generate', { params: { path: { id } } }),
      ),
    done: t('Regenerating thumbnails in the background'),
  })
  const trash = {
    items: [{ label: t('Move to trash…'), danger: true, onSelect: () => onShow('trash') }],
  }
  return (
    <Menu
      trigger={<IconButton label={t('More actions for {name}', { name })} icon={MoreIcon} />}
      groups={[
        {
          items: [
            { label: t('Edit…'), onSelect: () => onShow('edit') },
            { label: t('Preview scan…'), onSelect: () => onShow('preview') },
            {
              label: t('Deep scan (open every file)'),
              onSelect: () => scan.mutate('deep'),
              disabled: isBusy,
            },
            { label: t('Regenerate all thumbnails'), onSelect: () => pictures.mutate() },
            { label: t('Scan history…'), onSelect: () => onShow('journal') },
            { label: t('Ignored files…'), onSelect: () => onShow('ignored') },
          ],
        },
        ...(mayDelete ? [trash] : []),
      ]}
    />
  )
}

const Unavailable = ({ library, onConfirm }: { library: Library; onConfirm: () => void }) => (
  <div className={styles.unavailable} role="status">
    <WarningIcon />
    <div>
      <strong>
        {library.state === 'unavailable' ? t('Unavailable') : t('Many files are missing')}
      </strong>
      {library.stateReason && <p>{translate(library.stateReason)}</p>}
      {library.state === 'unavailable' && (
        <p>
          {t(
            'Nothing was changed. The library returns automatically when its folder is available again.',
          )}
        </p>
      )}
    </div>
    {library.state === 'awaiting_confirmation' && (
      <Button small onClick={onConfirm}>
        {t('Confirm removal…')}
      </Button>
    )}
  </div>
)

/** Describes a library's automatic scans. */
function formatScanSchedule({ isActive, watching, scanningConfig }: Schemas['Library']): string {
  if (!isActive) return t('Not scanned')
  const watched = watching?.filter(({ mode }) => mode !== 'off') ?? []
  if (watched.length > 0) return formatWatching(watched)
  const { cronSchedule } = scanningConfig
  return cronSchedule ? formatSchedule(cronSchedule) : t('Manual scans only')
}

/** Describes how changes are detected in the folder that is polled least often. */
function formatWatching(watched: readonly Schemas['RootWatch'][]): string {
  const minutes = Math.max(0, ...watched.map(({ everyMinutes }) => everyMinutes ?? 0))
  if (minutes === 0) return t('Changes detected immediately')
  return t('{minutes, plural, one {Checked every minute} other {Checked every # minutes}}', {
    minutes,
  })
}
