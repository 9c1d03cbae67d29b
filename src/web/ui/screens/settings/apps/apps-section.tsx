/** Connects an app: asks which one, then shows what to enter in that app. */
import { useQuery } from '@tanstack/react-query'
import { baseUrl, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Part, PendingSection } from '../shared/settings-section'
import { useSectionSearch } from '../shared/use-section-search'
import settings from '../settings.module.css'
import { type App, findPath, listFeedApps, listServedApps } from './app-list'
import styles from './apps.module.css'
import { FeedConnection } from './feed-connection'
import { KeyConnection } from './key-connection'
import { KoboConnection } from './kobo-connection'
import { KoreaderConnection } from './koreader-connection'
import { buildServerAddress, withPort } from './server-address'

export function ReadingApps() {
  const info = useQuery({ ...apiQuery('/api/v1/info'), staleTime: 0 })
  if (!info.data) return <PendingSection title={t('Reading apps')} question={info} />
  return (
    <Part
      title={t('Reading apps')}
      lead={t('Read your books in other apps. Your position is kept in sync everywhere.')}
    >
      <Choice served={info.data.readingApps} />
    </Part>
  )
}

function Choice({ served }: { served: Schemas['ReadingApps'] }) {
  const [{ only }, show] = useSectionSearch()
  const reading = listServedApps(served)
  const apps = [...reading, ...listFeedApps()]
  const chosen = apps.find(({ id }) => id === only)
  return (
    <>
      {reading.length === 0 && (
        <p className={settings.hint}>{t('Reading apps are turned off on this server')}</p>
      )}
      <SettingsCard title={t('Which app do you use?')}>
        <fieldset className={styles.choices} aria-label={t('Which app do you use?')}>
          {apps.map(({ id, name }) => (
            <label key={id} className={styles.choice}>
              <input
                type="radio"
                name="app"
                value={id}
                checked={id === chosen?.id}
                onChange={() => show({ only: id })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </SettingsCard>
      {chosen && <Connection key={chosen.id} app={chosen} served={served} />}
    </>
  )
}

function Connection({ app, served }: { app: App; served: Schemas['ReadingApps'] }) {
  const server = buildServerAddress(served.publicUrl, baseUrl)
  const address = `${server}${findPath(served, app.protocol) ?? ''}${app.version ?? ''}`
  if (app.protocol === 'koreader') {
    const catalog = findPath(served, 'opds')
    return (
      <KoreaderConnection app={app} address={address} catalog={catalog && `${server}${catalog}`} />
    )
  }
  if (app.protocol === 'kobo') return <KoboConnection app={app} server={server} />
  if (app.protocol === 'feeds') return <FeedConnection app={app} server={server} />
  const port = app.protocol === 'komga' ? served.komgaPort : null
  return (
    <KeyConnection
      app={app}
      address={address}
      addressWithoutPath={port === null ? undefined : withPort(server, port)}
    />
  )
}
