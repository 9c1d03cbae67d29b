/**
 * Layout of the settings: the current section, and the navigation, which is a separate page on
 * phones and tablets.
 */
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { classes } from '../../components/class-names'
import { BackIcon } from '../../components/icons'
import { Loading } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { SettingsNavigation, useIsNarrow } from './settings-navigation'
import styles from './settings.module.css'

const Profile = lazy(async () => ({ default: (await import('./account/profile-section')).Profile }))

export function SettingsScreen() {
  const { section, item } = useParams({ strict: false })
  return (
    <div className={classes(styles.frame, section ? styles.inside : styles.outside)}>
      <SettingsNavigation />
      <div className={styles.part}>
        {section && item === undefined && (
          <Link to="/settings" className={styles.back}>
            <BackIcon size={18} />
            {t('Settings')}
          </Link>
        )}
        <Outlet />
      </div>
    </div>
  )
}

/**
 * The settings without a section in the URL. Narrow screens show the navigation, wide screens the
 * first section.
 */
export function SettingsStart() {
  usePageTitle(t('Settings'))
  if (useIsNarrow()) return <h1 className={styles.first}>{t('Settings')}</h1>
  return (
    <Suspense fallback={<Loading />}>
      <Profile />
    </Suspense>
  )
}
