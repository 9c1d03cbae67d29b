import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { classes } from '../../components/class-names'
import { Button, buttonClass } from '../../components/controls/button'
import { BellIcon, BookOpenIcon, SettingsIcon } from '../../components/icons'
import { buildCustomShelves } from '../../components/home-rows/custom-rows'
import { Shelf } from '../../components/shelves/shelf'
import { orderedShelves } from '../../components/shelves/shelves'
import { type ShelfRow, useShelves } from '../../components/shelves/use-shelves'
import { EmptyState, ErrorState, SilentServer } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { usePreferences } from '../../state/preferences'
import { Continue } from './continue-reading'
import { Welcome } from './welcome'
import styles from './home.module.css'

const CustomizeHome = lazy(async () => ({
  default: (await import('./customize-home')).CustomizeHome,
}))

export function HomeScreen() {
  usePageTitle(t('Home'))
  const { values, isKnown } = usePreferences()
  const hidden = values['home.hidden'] ?? []
  const custom = buildCustomShelves(values['home.rows'] ?? [])
  const order = orderedShelves(values['home.order'], [...custom.keys()])
  const shown = order.filter((name) => !hidden.includes(name))
  const { rows, isWhole, isEmpty } = useShelves(shown, undefined, custom)
  // Shows the skeleton until the order is known, so that rows do not move.
  if (!isKnown) return <HomeSkeleton />
  if (isEmpty && hidden.length === 0) return <Welcome />
  if (isWhole && rows.length > 0 && rows.every(({ items }) => !items)) return <Failed rows={rows} />
  return (
    <>
      <h1 className="hidden-words">{t('Home')}</h1>
      {rows.map((row) => (
        <Row key={row.name} row={row} />
      ))}
      {/* A new key for each loaded row remounts the skeleton, which would otherwise move down. */}
      {!isWhole && (rows.length === 0 ? <HomeSkeleton /> : <RowSkeleton key={rows.length} />)}
      {isEmpty && <AllHidden />}
      <Foot isShown={isWhole} />
    </>
  )
}

/** A single error if no row can be shown. */
const Failed = ({ rows }: { rows: readonly ShelfRow[] }) => (
  <>
    <h1 className="hidden-words">{t('Home')}</h1>
    <ErrorState
      error={rows[0]?.error}
      retry={() => Promise.all(rows.map(({ retry }) => retry()))}
    />
  </>
)

function Row({ row }: { row: ShelfRow }) {
  if (row.name !== 'continue' || !row.items) return <Shelf row={row} />
  return <Continue books={row.items.flatMap((item) => (item.kind === 'book' ? [item.book] : []))} />
}

const AllHidden = () => (
  <EmptyState icon={BookOpenIcon} title={t('All rows are hidden')}>
    <p>{t('Show some of them again in Customize Home')}</p>
  </EmptyState>
)

/** Stays mounted while the page is being customized, even if a row is loading. */
function Foot({ isShown }: { isShown: boolean }) {
  const [isArranging, setArranging] = useState(false)
  if (!isShown && !isArranging) return null
  return (
    <div className={styles.foot}>
      <Link to="/releases" search={{}} className={classes(buttonClass('quiet'), styles.releases)}>
        <BellIcon size={18} />
        {t('New releases')}
      </Link>
      <Button variant="quiet" icon={SettingsIcon} onClick={() => setArranging(true)}>
        {t('Customize Home')}
      </Button>
      {isArranging && (
        <Suspense>
          <CustomizeHome onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Number of covers that fit on a wide screen. */
const covers = 8

const HomeSkeleton = () => (
  <>
    <SilentServer />
    <div className={styles.waitingPanel} aria-hidden="true" />
    <RowSkeleton />
  </>
)

const RowSkeleton = () => (
  <div className={styles.waiting} role="status">
    <span className="hidden-words">{t('Loading')}</span>
    {Array.from({ length: covers }, (_, cover) => (
      <i key={cover} aria-hidden="true" />
    ))}
  </div>
)
