/**
 * Ways to sign in other than the password. Unless an administrator who sets a new password keeps
 * them, they are removed, because someone else may have added them while they had control of the
 * account.
 */
import type { Tx } from '../../../platform/db/store'

type RemoveWays = (tx: Tx, userId: string) => Promise<unknown>

const removers = new Set<RemoveWays>()

export function registerOtherWay(removeAll: RemoveWays) {
  removers.add(removeAll)
}

export async function removeOtherWays(tx: Tx, userId: string) {
  for (const removeAll of removers) await removeAll(tx, userId)
}
