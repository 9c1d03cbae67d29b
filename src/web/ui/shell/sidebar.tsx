import { Link, useRouterState } from '@tanstack/react-router'
import { buildUrl, type Schemas } from '../api/client'
import {
  BookmarkIcon,
  ChartIcon,
  GridIcon,
  HomeIcon,
  InboxIcon,
  LayersIcon,
  ListIcon,
  PinIcon,
  PlusIcon,
} from '../components/icons'
import { usePins } from '../components/lists/use-pins'
import { useLibraryTint } from '../components/library-tint'
import { useUnseenReleases } from '../components/releases/use-unseen-releases'
import { useListedLibraries } from '../components/use-listed-libraries'
import { formatNumber, t } from '../i18n/i18n'
import { useServerName } from '../state/branding'
import { usePermission } from '../state/session/session'
import { AccountMenu } from './account-menu'
import { ScanCard } from './scan-card'
import styles from './shell.module.css'

export function Sidebar() {
  const all = useListedLibraries()
  const total = all.reduce((sum, { seriesCount }) => sum + (seriesCount ?? 0), 0)
  return (
    <nav className={styles.side} aria-label={t('Main')}>
      <Link to="/" className={styles.brand}>
        <img src={buildUrl('favicon.svg')} alt="" width={28} height={28} />
        <span>{useServerName()}</span>
      </Link>
      <Link to="/" className={styles.item} activeOptions={{ exact: true }} title={t('Home')}>
        <HomeIcon />
        <span>{t('Home')}</span>
      </Link>
      <Link to="/want-to-read" className={styles.item} title={t('Want to read')}>
        <BookmarkIcon />
        <span>{t('Want to read')}</span>
      </Link>
      <ListLinks />
      <StatisticsLink />
      <ReleasesLink />
      <LibrariesLabel />
      <Link
        to="/library"
        className={styles.item}
        activeOptions={useAllOptions()}
        search={{}}
        title={t('All libraries')}
      >
        <span className={styles.tile}>
          <GridIcon size={14} />
        </span>
        <span>{t('All libraries')}</span>
        <span className={styles.count}>{formatNumber(total)}</span>
      </Link>
      {all.map((library) => (
        <LibraryLink key={library.id} library={library} />
      ))}
      <div className={styles.foot}>
        <ScanCard />
        <AccountMenu />
      </div>
    </nav>
  )
}

function ListLinks() {
  const [mayCollections, mayReadLists] = [
    usePermission('collections:read'),
    usePermission('readlists:read'),
  ]
  const { pins } = usePins()
  return (
    <>
      {mayCollections && (
        <Link to="/collections" className={styles.item} title={t('Collections')}>
          <LayersIcon />
          <span>{t('Collections')}</span>
        </Link>
      )}
      {mayReadLists && (
        <Link to="/reading-lists" className={styles.item} title={t('Reading lists')}>
          <ListIcon />
          <span>{t('Reading lists')}</span>
        </Link>
      )}
      {pins.map(({ kind, id, name }) => (
        <Link
          key={id}
          to={kind === 'collection' ? '/collections/$id' : '/reading-lists/$id'}
          params={{ id }}
          className={styles.item}
          title={name}
        >
          <PinIcon />
          <span>{name}</span>
        </Link>
      ))}
    </>
  )
}

const StatisticsLink = () => (
  <Link
    to="/statistics"
    search={{}}
    activeOptions={{ includeSearch: false }}
    className={styles.item}
    title={t('Statistics')}
  >
    <ChartIcon />
    <span>{t('Statistics')}</span>
  </Link>
)

/** Shows the number of unseen releases. */
function ReleasesLink() {
  const unseen = useUnseenReleases() ?? 0
  return (
    <Link
      to="/releases"
      search={{}}
      activeOptions={{ includeSearch: false }}
      className={styles.item}
      title={t('New releases')}
    >
      <InboxIcon />
      <span>{t('New releases')}</span>
      {unseen > 0 && <span className={styles.count}>{formatNumber(unseen)}</span>}
    </Link>
  )
}

const LibrariesLabel = () => (
  <div className={styles.label}>
    <span>{t('Libraries')}</span>
    {usePermission('libraries:write') && (
      <Link to="/add-library" className={styles.add} title={t('Add library')}>
        <PlusIcon size={16} />
        <span className="hidden-words">{t('Add library')}</span>
      </Link>
    )}
  </div>
)

/** Marks the "All" link as current with any filter or tab, unless a library is selected. */
function useAllOptions() {
  const isOne = useRouterState({ select: ({ location }) => 'library' in location.search })
  return isOne ? { exact: true } : { includeSearch: false }
}

const LibraryLink = ({ library: { id, name, seriesCount } }: { library: Schemas['Library'] }) => (
  <Link to="/library" search={{ library: id }} className={styles.item} title={name}>
    <span
      className={styles.tile}
      style={{ background: useLibraryTint(id), color: '#fff' }}
      aria-hidden="true"
    >
      {[...name][0]?.toLocaleUpperCase()}
    </span>
    <span>{name}</span>
    <span className={styles.count}>{formatNumber(seriesCount ?? 0)}</span>
  </Link>
)
