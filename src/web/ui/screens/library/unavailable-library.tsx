import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { WarningIcon } from '../../components/icons'
import { t } from '../../i18n/i18n'
import { useServerMessages } from '../../i18n/use-server-messages'
import { usePermission } from '../../state/session/session'
import styles from './library.module.css'

/** Known books of an unavailable library stay in the list but cannot be opened. */
export function Unavailable({ library }: { library: Schemas['Library'] }) {
  const maySettle = usePermission('libraries:write')
  if (library.state === 'available') return null
  return (
    <aside className={styles.unavailable} aria-label={t('Library status')}>
      <WarningIcon size={20} />
      <p>
        <Reason reason={library.stateReason} /> {t('No books or reading progress have been lost.')}{' '}
        {maySettle && (
          <Link to="/settings/$section" params={{ section: 'libraries' }}>
            {t('See options')}
          </Link>
        )}
      </p>
    </aside>
  )
}

function Reason({ reason }: { reason: Schemas['Library']['stateReason'] }) {
  const translate = useServerMessages()
  return reason ? translate(reason) : t('This library’s folder is currently unavailable')
}
