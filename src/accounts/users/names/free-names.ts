/**
 * Ensures that usernames and email addresses are unique, and that no two usernames look alike. Also
 * records verified addresses.
 */
import { and, eq } from 'drizzle-orm'
import { invalid, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { requestMessages } from '../../../platform/messages/common'
import { userMessages } from '../../permissions/messages'
import { foldName } from './fold-name'
import type { User } from '../model'
import { findTakenNames, listUsernames } from '../queries'
import { users } from '../schema'
import { buildLookAlikeKey, isAllowedUsername } from './username'

export async function requireFreeNames(
  tx: Tx,
  { username, email }: { username: string; email: string },
  before: User | undefined,
) {
  const keys = { usernameKey: foldName(username), emailKey: buildEmailKey(email) }
  const taken = await findTakenNames(tx, keys, before?.id)
  if (username !== before?.username) {
    requireAllowedUsername(username)
    taken.username ||= await hasLookAlike(tx, username, before?.id)
  }
  const details = [
    ...(taken.username ? [{ path: 'username', message: userMessages.taken() }] : []),
    ...(taken.email ? [{ path: 'email', message: userMessages.taken() }] : []),
  ]
  if (details.length === 0) return keys
  throw new Refusal('conflict', createTakenMessage(taken), { details })
}

export const isEmailTaken = async (db: Db, email: string): Promise<boolean> =>
  (await findTakenNames(db, { usernameKey: '', emailKey: foldName(email) }, undefined)).email

/** Records that a provider verified this address, if it is the address of the account. */
export async function storeVerifiedEmail(tx: Tx, userId: string, email: string | undefined) {
  if (email === undefined) return
  const verifiedEmailKey = foldName(email)
  await tx
    .update(users)
    .set({ verifiedEmailKey })
    .where(and(eq(users.id, userId), eq(users.emailKey, verifiedEmailKey)))
}

/** Keys of accounts without an address start with a space, so that no entered name matches them. */
const buildEmailKey = (email: string) => foldName(email) || ` ${Bun.randomUUIDv7()}`

/** Names of existing accounts are not checked again, because they may be older than the rules. */
function requireAllowedUsername(username: string) {
  if (isAllowedUsername(username)) return
  const details = [{ path: 'username', message: userMessages.username_characters() }]
  throw invalid(requestMessages.body_invalid(), details)
}

async function hasLookAlike(tx: Tx, username: string, exceptId: string | undefined) {
  const key = buildLookAlikeKey(username)
  const others = await listUsernames(tx, exceptId)
  return others.some((other) => buildLookAlikeKey(other) === key)
}

function createTakenMessage({ username, email }: { username: boolean; email: boolean }) {
  if (username && email) return userMessages.user_taken()
  return username ? userMessages.username_taken() : userMessages.email_taken()
}
