import type { Schemas } from '../../../api/client'
import { Sheet } from '../../../components/dialog'
import { t } from '../../../i18n/i18n'
import { RightsInWords } from '../rights-in-words'

/** For those who may look and not edit. */
export const UserRights = ({ user, onClose }: { user: Schemas['User']; onClose: () => void }) => (
  <Sheet open onClose={onClose} title={t('What {name} may do', { name: user.username })}>
    <RightsInWords holder={user} />
  </Sheet>
)
