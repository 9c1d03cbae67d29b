import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'

interface ConfirmUnconfinedProps {
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
}

/** A second confirmation, which is shown if the system cannot confine plugins. */
export const ConfirmUnconfined = (props: ConfirmUnconfinedProps) => (
  <Confirm title={t('Run this plugin unconfined?')} action={t('Run unconfined')} {...props}>
    <p>
      {t(
        'The plugin can read your books, the database and the passwords in the server settings, and send them anywhere. Your only protection is the goodwill of its author.',
      )}
    </p>
  </Confirm>
)
