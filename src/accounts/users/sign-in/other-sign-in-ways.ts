/**
 * Ways to sign in other than the password. When an administrator sets a new password, they are
 * removed unless the administrator keeps them, because someone who had control of the account may
 * have added them.
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
