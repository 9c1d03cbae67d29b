import { useQuery } from '@tanstack/react-query'
import licences from 'virtual:licences'
import type { Schemas } from '../../../api/client'
import { buildUrl } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { formatBytes } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { formatAgo, formatMoment } from '../../../i18n/date-time'
import { usePermission } from '../../../state/session/session'
import { FactList } from '../shared/fact-list'
import { SettingsCard, Part, PendingSection } from '../shared/settings-section'
import styles from '../settings.module.css'
import { Support } from './support'

export function About() {
  const info = useQuery({ ...apiQuery('/api/v1/info'), staleTime: 0 })
  const maySupport = usePermission('system:admin')
  if (!info.data) return <PendingSection title={t('About Quire')} question={info} />
  return (
    <Part title={t('About Quire')}>
      <SettingsCard>
        <FactList facts={[[t('Version'), info.data.version], ...serverFacts(info.data)]} />
      </SettingsCard>
      {info.data.server?.newerRelease && <NewerRelease {...info.data.server.newerRelease} />}
      {maySupport && <Support />}
      <Licences />
      {!isSecureContext && <InsecureNotice />}
      <SettingsCard title={t('API')}>
        <p className={styles.hint}>
          {t('Everything in this interface is also available through the API')}
        </p>
        <div className={styles.actions}>
          <a className={styles.link} href={buildUrl('docs')}>
            {t('API documentation')}
          </a>
        </div>
      </SettingsCard>
    </Part>
  )
}

function serverFacts({ server, timeZone }: Schemas['Info']): [string, string][] {
  if (!server) return []
  const { databaseType, databaseVersion, databaseBytes, startedAt, freeBytes, dataBytes } = server
  const database = databaseType === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return [
    [t('Database'), `${database} ${databaseVersion}, ${formatBytes(databaseBytes)}`],
    [t('Running since'), `${formatMoment(startedAt)} (${formatAgo(startedAt)})`],
    [t('Data folder'), server.dataDir],
    ...(dataBytes === null ? [] : [[t('Disk space'), formatBytes(dataBytes)] as [string, string]]),
    ...(freeBytes === null ? [] : [[t('Free space'), formatBytes(freeBytes)] as [string, string]]),
    [t('Time zone'), timeZone],
    [t('System'), `${server.platform} · ${server.runtime}`],
  ]
}

type NewerReleaseProps = NonNullable<NonNullable<Schemas['Info']['server']>['newerRelease']>

const NewerRelease = ({ version, isSecurityRelease, notesUrl }: NewerReleaseProps) => (
  <SettingsCard
    title={t('Version {version} is available', { version })}
    hint={
      isSecurityRelease
        ? t(
            'This version fixes security problems. Update Quire soon, using the same method that you used to install it.',
          )
        : t(
            'Update Quire using the same method that you used to install it. Nothing is installed automatically.',
          )
    }
  >
    <div className={styles.actions}>
      <a className={styles.link} href={notesUrl} target="_blank" rel="noreferrer">
        {t('What’s new')}
      </a>
    </div>
  </SettingsCard>
)

const Licences = () => (
  <SettingsCard title={t('Licenses')}>
    <p className={styles.hint}>
      {t('Quire is free software under the MIT license and includes open source components')}
    </p>
    <div className={styles.actions}>
      <a className={styles.link} href={licences} target="_blank" rel="noreferrer">
        {t('Components and licenses')}
      </a>
    </div>
  </SettingsCard>
)

const InsecureNotice = () => (
  <SettingsCard title={t('Without HTTPS')}>
    <p className={styles.hint}>
      {t(
        'You’re using Quire over HTTP. Anyone on the same network can see your traffic, including passwords. HTTPS also lets you:',
      )}
    </p>
    <ul className={styles.list}>
      <li>{t('install Quire as an app')}</li>
      <li>{t('save books and read them offline')}</li>
      <li>{t('keep the screen on while reading')}</li>
      <li>{t('copy keys with one click')}</li>
    </ul>
    <p className={styles.hint}>
      {t('The Quire guide explains how to set up HTTPS with a reverse proxy')}
    </p>
  </SettingsCard>
)
