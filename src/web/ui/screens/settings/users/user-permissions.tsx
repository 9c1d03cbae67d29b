import type { Schemas } from '../../../api/client'
import { Sheet } from '../../../components/dialogs/dialog'
import { t } from '../../../i18n/i18n'
import { PermissionList } from '../permissions/permission-list'

/** A read-only view for users who may not edit permissions. */
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
