/**
 * Credentials that protocols create for devices. They are revoked together with the user's API
 * keys, because someone else may have created them with the old password.
 */
import type { Tx } from '../../platform/db/store'

type DeleteCredentials = (tx: Tx, userId: string) => Promise<void>

const kinds = new Set<DeleteCredentials>()

export function registerDeviceCredentials(deleteAll: DeleteCredentials) {
  kinds.add(deleteAll)
}

export async function deleteDeviceCredentials(tx: Tx, userId: string) {
  for (const deleteAll of kinds) await deleteAll(tx, userId)
}
