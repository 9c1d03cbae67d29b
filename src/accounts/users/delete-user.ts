/**
 * Deletes accounts. Other modules delete data that the database does not delete by cascade, such as
 * files.
 */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { userChanged, type Viewer } from '../permissions/model'
import { refuseAdminChangeByKey } from '../permissions/permission-rules'
import { users } from './schema'
import { getUser, logChange, type Precondition, refuseHigherUser, refuseLastAdmin } from './service'
import { auditUser } from './user-audit'

/** Runs before the row is deleted, in the same transaction. */
type BeforeDeletion = (ctx: Context, tx: Tx, userId: string) => Promise<unknown>

const steps = new Set<BeforeDeletion>()

export function registerUserDeletion(step: BeforeDeletion) {
  steps.add(step)
}

/** Also deletes the user's reading data; the catalog does not change. */
export async function deleteUser(ctx: Context, viewer: Viewer, id: string, check?: Precondition) {
  const deleted = await ctx.write(async (tx) => {
    const user = await getUser({ db: tx }, id)
    check?.(user)
    await refuseHigherUser(tx, viewer, user)
    refuseAdminChangeByKey(viewer, user)
    await refuseLastAdmin(tx, user)
    for (const step of steps) await step(ctx, tx, id)
    await tx.delete(users).where(eq(users.id, id))
    await auditUser(ctx, tx, viewer, { user, action: 'delete_user' })
    return user
  })
  ctx.bus.publish(userChanged, { userId: id })
  logChange(ctx, viewer, deleted, 'account_deleted')
}
