import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { WarningIcon } from '../../components/icons'
import { t } from '../../i18n/i18n'
import { joinSentences } from '../../i18n/message-text'
import { useServerMessages } from '../../i18n/use-server-messages'
import { usePermission } from '../../state/session/session'
import styles from './library.module.css'

/** Known books of an unavailable library stay in the list but cannot be opened. */
export function Unavailable({ library }: { library: Schemas['Library'] }) {
  const maySettle = usePermission('libraries:write')
  const reason = useReason(library)
  if (library.state === 'available') return null
  return (
    <aside className={styles.unavailable} aria-label={t('Library status')}>
      <WarningIcon size={20} />
      <p>
        {joinSentences([...reason, t('No books or reading progress have been lost.')])}{' '}
        {maySettle && (
          <Link to="/settings/$section" params={{ section: 'libraries' }}>
            {t('See options')}
          </Link>
        )}
      </p>
    </aside>
  )
}

/** Returns the reason, or an empty list until the server messages have loaded. */
function useReason({ stateReason }: Schemas['Library']): string[] {
  const translate = useServerMessages()
  const reason = stateReason
    ? translate(stateReason)
    : t('This library’s folder is currently unavailable')
  return reason === '' ? [] : [reason]
}
