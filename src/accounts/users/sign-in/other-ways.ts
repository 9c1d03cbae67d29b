/**
 * Ways to sign in besides the password. They end when an administrator sets a new password: somebody else may
 * have added them while the account was in their hands.
 */
import type { Tx } from '../../../platform/db/store'

type RemoveWays = (tx: Tx, userId: string) => Promise<unknown>

const kinds = new Set<RemoveWays>()

export function registerOtherWay(removeAll: RemoveWays) {
  kinds.add(removeAll)
}

export async function removeOtherWays(tx: Tx, userId: string) {
  for (const removeAll of kinds) await removeAll(tx, userId)
}
