import type { Db } from '../../platform/db/store'
import { hashSecret } from '../sessions/secrets'
import type { Viewer } from '../permissions/model'
import { computeEffectivePermissions, createViewer } from '../permissions/permission-rules'
import { findAccount } from './queries'

/** Finds the viewer for work on behalf of a user, unless the account is deleted or inactive. */
export async function findViewerOfUser(db: Db, userId: string): Promise<Viewer | undefined> {
  const account = await findAccount(db, userId)
  if (!account?.isActive) return undefined
  return createViewer(account, computeEffectivePermissions(account), { kind: 'system' })
}

/**
 * Returns a stamp that changes with the password, so that anything signed with an earlier stamp
 * becomes invalid. Undefined if the user does not exist or is inactive.
 */
export async function findPasswordStamp(db: Db, userId: string): Promise<string | undefined> {
  const account = await findAccount(db, userId)
  return account?.isActive ? buildStamp(account) : undefined
}

/**
 * Finds the viewer with the permissions of a password sign-in, if the password has not changed
 * since the stamp was created.
 */
export async function findViewerByStamp(
  db: Db,
  { userId, stamp }: { userId: string; stamp: string },
): Promise<Viewer | undefined> {
  const account = await findAccount(db, userId)
  if (!account?.isActive || buildStamp(account) !== stamp) return undefined
  return createViewer(account, computeEffectivePermissions(account), { kind: 'password' })
}

const buildStamp = ({ passwordHash }: { passwordHash: string }) =>
  hashSecret(passwordHash).slice(0, 32)
