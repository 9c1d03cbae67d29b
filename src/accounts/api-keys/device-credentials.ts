/**
 * Credentials that protocols create for devices. They are revoked together with the user's API
 * keys, for example after a password reset, because someone who knew the old password may have
 * created them.
 */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { recordAudit, auditDetail } from '../audit/record'
import type { Viewer } from '../permissions/model'

type DeleteCredentials = (tx: Tx, userId: string) => Promise<void>

const kinds = new Set<DeleteCredentials>()

export function registerDeviceCredentials(deleteAll: DeleteCredentials) {
  kinds.add(deleteAll)
}

export async function deleteDeviceCredentials(tx: Tx, userId: string) {
  for (const deleteAll of kinds) await deleteAll(tx, userId)
}

interface DeviceCredential {
  /** Name chosen by its owner. */
  name: string
  /** What the credential gives access to, such as Kobo sync. */
  method: string
}

/** Records in the audit log that a device credential was created or deleted, like an API key. */
export const auditDeviceCredential = (
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  { action, name, method }: DeviceCredential & { action: 'create_key' | 'delete_key' },
) =>
  recordAudit(ctx, tx, viewer, {
    action,
    changes: [auditDetail('name', name), auditDetail('method', method)],
  })
