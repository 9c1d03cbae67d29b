/** A library as it stands: what it is, how it is kept up to date, and the scan that runs. */
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../../api/client'
import { Button, IconButton } from '../../../components/controls/button'
import { tintOf } from '../../../components/covers/cover'
import { MoreIcon, WarningIcon } from '../../../components/icons'
import { Menu } from '../../../components/menus/menu'
import { ScanProgress } from '../../../components/feedback/scan-progress'
import { t } from '../../../i18n/i18n'
import { formatAgo } from '../../../i18n/moments'
import { said } from '../../../i18n/server-words'
import { isRunning, useScan } from '../../../state/live/scan'
import { useMay } from '../../../state/session/session'
import { useChange } from '../shared/use-change'
import { LibraryDialogs, type Shown } from './library-dialogs'
import styles from './libraries.module.css'
import { upkeepWords } from './schedule-labels'

type Library = Schemas['Library']
const stale = ['/api/v1/libraries']

export function LibraryCard({ library }: { library: Library }) {
  const { id, name } = library
  const scan = useScan(id)
  const running = isRunning(scan) ? scan : undefined
  const [shown, setShown] = useState<Shown>()
  return (
    <section className={styles.card} aria-label={name} data-library={name}>
      <div className={styles.top}>
        <Names library={library} isScanning={running !== undefined} />
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
          {t('The last scan has failed.')} {said(scan.message ?? '')}
        </p>
      )}
      {shown && <LibraryDialogs {...{ library, shown }} onClose={() => setShown(undefined)} />}
    </section>
  )
}

function Names({ library, isScanning }: { library: Library; isScanning: boolean }) {
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
      <span className={styles.tile} style={{ background: tintOf(id) }} aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <div className={styles.names}>
        <h2>{name}</h2>
        {paths?.map((path) => (
          <code key={path}>{path}</code>
        ))}
        <div className={styles.facts}>
          <span>{counts}</span>
          <span>{isScanning ? t('Scanning') : `${upkeepWords(library)} · ${scanned}`}</span>
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
      answerOf(
        api.POST('/api/v1/libraries/{id}/scans/{scanId}/cancel', {
          params: { path: { id, scanId } },
        }),
      ),
    done: t('The scan is stopped. What it found stays.'),
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
      answerOf(
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
  const mayDelete = useMay('libraries:delete')
  const scan = useScanning(id)
  const pictures = useChange({
    act: () =>
      answerOf(
        api.POST('/api/v1/libraries/{id}/books/thumbnails/generate', { params: { path: { id } } }),
      ),
    done: t('The small pictures are made anew in the background'),
  })
  const trash = {
    items: [{ label: t('Put into the trash…'), danger: true, onSelect: () => onShow('trash') }],
  }
  return (
    <Menu
      trigger={<IconButton label={t('More for {name}', { name })} icon={MoreIcon} />}
      groups={[
        {
          items: [
            { label: t('Edit…'), onSelect: () => onShow('edit') },
            { label: t('See what a scan would do…'), onSelect: () => onShow('preview') },
            {
              label: t('Deep scan: open every file'),
              onSelect: () => scan.mutate('deep'),
              disabled: isBusy,
            },
            { label: t('Make all small pictures anew'), onSelect: () => pictures.mutate() },
            { label: t('What scans did…'), onSelect: () => onShow('journal') },
            { label: t('Files that are passed over…'), onSelect: () => onShow('ignored') },
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
        {library.state === 'unavailable'
          ? t('Not available at the moment')
          : t('Many files are missing')}
      </strong>
      {library.stateReason && <p>{said(library.stateReason)}</p>}
      <p>
        {library.state === 'unavailable'
          ? t('Nothing was changed. It comes back by itself with its folder.')
          : t(
              'Nothing was changed. Is a disk not connected? If the files are really gone, say so.',
            )}
      </p>
    </div>
    {library.state === 'awaiting_confirmation' && (
      <Button small onClick={onConfirm}>
        {t('The files are gone…')}
      </Button>
    )}
  </div>
)
