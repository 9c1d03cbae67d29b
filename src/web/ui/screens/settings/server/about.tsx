import { useQuery } from '@tanstack/react-query'
import licences from 'virtual:licences'
import type { Schemas } from '../../../api/client'
import { addressOf } from '../../../api/client'
import { ask } from '../../../api/query'
import { bytesWords } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { formatAgo, formatMoment } from '../../../i18n/moments'
import { useMay } from '../../../state/session/session'
import { Facts } from '../shared/fact-list'
import { Card, Part, PartToCome } from '../shared/settings-section'
import styles from '../settings.module.css'
import { Support } from './support'

export function About() {
  const info = useQuery({ ...ask('/api/v1/info'), staleTime: 0 })
  const maySupport = useMay('system:admin')
  if (!info.data) return <PartToCome title={t('About Quire')} question={info} />
  return (
    <Part title={t('About Quire')}>
      <Card>
        <Facts facts={[[t('Version'), info.data.version], ...serverFacts(info.data)]} />
      </Card>
      {maySupport && <Support />}
      <Licences />
      {!isSecureContext && <Insecure />}
      <Card title={t('For programs')}>
        <p className={styles.hint}>
          {t('Everything that this interface does, programs can do as well.')}
        </p>
        <div className={styles.actions}>
          <a className={styles.link} href={addressOf('docs')}>
            {t('How programs talk to Quire')}
          </a>
        </div>
      </Card>
    </Part>
  )
}

function serverFacts({ server, timeZone }: Schemas['Info']): [string, string][] {
  if (!server) return []
  const { databaseType, databaseVersion, databaseBytes, startedAt, freeBytes, dataBytes } = server
  const database = databaseType === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return [
    [t('Database'), `${database} ${databaseVersion}, ${bytesWords(databaseBytes)}`],
    [t('Runs since'), `${formatMoment(startedAt)} (${formatAgo(startedAt)})`],
    [t('Folder of its data'), server.dataDir],
    ...(dataBytes === null
      ? []
      : [[t('Room it takes'), bytesWords(dataBytes)] as [string, string]]),
    ...(freeBytes === null ? [] : [[t('Room left'), bytesWords(freeBytes)] as [string, string]]),
    [t('Time zone'), timeZone],
    [t('Machine'), `${server.platform} · ${server.runtime}`],
  ]
}

const Licences = () => (
  <Card title={t('Licences')}>
    <p className={styles.hint}>
      {t('Quire is free software under the MIT licence, and holds the free software of others.')}
    </p>
    <div className={styles.actions}>
      <a className={styles.link} href={licences} target="_blank" rel="noreferrer">
        {t('What it holds, and all licences')}
      </a>
    </div>
  </Card>
)

const Insecure = () => (
  <Card title={t('Without HTTPS')}>
    <p className={styles.hint}>
      {t(
        'You use Quire over plain HTTP. Reading works, and what is sent can be seen by others in the same network, passwords too. With HTTPS browsers also allow:',
      )}
    </p>
    <ul className={styles.list}>
      <li>{t('installing Quire like an app on phones and computers')}</li>
      <li>{t('keeping the screen on while you read')}</li>
      <li>{t('copying keys with one click')}</li>
    </ul>
    <p className={styles.hint}>
      {t('The guide of Quire shows how to put a web server with HTTPS in front of it.')}
    </p>
  </Card>
)
