import type { Schemas } from '../../../api/client'
import { Sheet } from '../../../components/dialogs/dialog'
import { t } from '../../../i18n/i18n'
import { PermissionList } from '../permissions/permission-list'

/** Read-only view for users without permission to edit. */
export const UserPermissions = ({
  user,
  onClose,
}: {
  user: Schemas['User']
  onClose: () => void
}) => (
  <Sheet open onClose={onClose} title={t('Permissions of {name}', { name: user.username })}>
    <PermissionList holder={user} />
  </Sheet>
)
