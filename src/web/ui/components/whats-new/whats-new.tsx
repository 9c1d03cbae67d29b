/**
 * After an update, shows once what has changed. Dismissing it applies to all devices of the user.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Button, IconButton } from '../controls/button'
import { Dialog } from '../dialogs/dialog'
import { CloseIcon } from '../icons'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import { useViewedUser } from '../../state/session/view-as'
import { useStore } from '../../state/store'
import { language } from '../../theme/page-theme'
import styles from './whats-new.module.css'

export function WhatsNew() {
  const isViewingAs = useViewedUser() !== undefined
  const { values, isKnown, change } = usePreferences()
  const news = useQuery({
    ...apiQuery('/api/v1/user/whats-new'),
    enabled: !isViewingAs,
    staleTime: Infinity,
  })
  const newest = news.data?.versions[0]?.version
  const isShown = isKnown && !isViewingAs && newest && values['ui.seenVersion'] !== newest
  if (!news.data || !isShown) return null
  return <Notice news={news.data} dismiss={() => change({ 'ui.seenVersion': newest })} />
}

type News = Schemas['WhatsNew']

function Notice({ news, dismiss }: { news: News; dismiss: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const version = news.versions[0]!.version
  return (
    <aside className={styles.notice} aria-label={t('What’s new')}>
      <span>{t('Updated to version {version}', { version })}</span>
      <Button small onClick={() => setIsOpen(true)}>
        {t('What’s new')}
      </Button>
      <IconButton label={t('Dismiss')} icon={CloseIcon} onClick={dismiss} />
      <Dialog
        open={isOpen}
        // Closing the list also dismisses the notice, because the user has seen the changes.
        onClose={dismiss}
        title={t('What’s new')}
        actions={
          <Button variant="primary" onClick={dismiss}>
            {t('Done')}
          </Button>
        }
      >
        <List {...news} />
      </Dialog>
    </aside>
  )
}

function List({ versions, notesUrl }: News) {
  const isEnglish = useStore(language).startsWith('en')
  return (
    <div className={styles.list}>
      {!isEnglish && <p>{t('This list is in English')}</p>}
      {versions.map(({ version, changes, moreCount }) => (
        <section key={version}>
          <h3>{t('Version {version}', { version })}</h3>
          <ul lang="en">
            {changes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {moreCount > 0 && (
            <p>
              {t('{count, plural, one {and # more change} other {and # more changes}}', {
                count: moreCount,
              })}
            </p>
          )}
        </section>
      ))}
      {notesUrl && (
        <a href={notesUrl} target="_blank" rel="noreferrer">
          {t('Release notes')}
        </a>
      )}
    </div>
  )
}
