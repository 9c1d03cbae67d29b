/** Setup on first run, before any account exists. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../components/controls/button'
import { EntryPage } from '../../components/entry/entry-page'
import { t } from '../../i18n/i18n'
import { isSetupRequired } from '../../state/session/page-data'
import { usePageTitle } from '../../state/browser/page-title'
import { AccountForm } from './account-form'
import { NoLink } from './no-link'
import { takeToken } from './setup-token'

export function SetupScreen() {
  usePageTitle(t('Set up Quire'))
  const [token, setToken] = useState(takeToken)
  // Read only on mount: otherwise, creating the account would show `Closed` before the next screen.
  const [isDone] = useState(() => isSetupRequired() === false)
  if (isDone) return <Closed />
  return token ? <AccountForm token={token} /> : <NoLink onToken={setToken} />
}

const Closed = () => (
  <EntryPage title={t('Set up Quire')}>
    <p>{t('Quire is already set up')}</p>
    <Link to="/" className={buttonClass('primary')}>
      {t('Go to Quire')}
    </Link>
  </EntryPage>
)
