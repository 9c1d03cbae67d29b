/** A bar that is shown while nothing can be saved, with the reason. */
import { t } from '../../i18n/i18n'
import { useOutage } from '../../state/session/outage'
import styles from './outage-bar.module.css'

/** Renders the live region before there is text, so that screen readers announce the text. */
export function OutageBar() {
  const outage = useOutage()
  return (
    <div role="status">
      {outage && (
        <p className={styles.outage}>
          {outage === 'disk'
            ? t(
                'The server’s disk is full. You can read, but nothing can be saved until there is free space.',
              )
            : t('The server’s database is not responding. Quire will keep trying.')}
        </p>
      )}
    </div>
  )
}
