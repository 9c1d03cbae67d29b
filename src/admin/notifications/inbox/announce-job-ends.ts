/**
 * Publishes an event when a job ends, to each user who has a notification about it. The web
 * interface then reloads the notifications.
 */
import { and, eq } from 'drizzle-orm'
import type { Permission } from '../../../accounts/permissions/model'
import {
  canSeeLibrary,
  computeEffectivePermissions,
  createViewer,
} from '../../../accounts/permissions/permission-rules'
import { users } from '../../../accounts/users/schema'
import type { Context } from '../../../context'
import { matchLibraryJob, refreshMetadataJob } from '../../../ingest/metadata-matching/model'
import { matchRuns } from '../../../ingest/metadata-matching/schema'
import { purgeTrash } from '../../../ingest/trash/model'
import { purges } from '../../../ingest/trash/schema'
import type { Tx } from '../../../platform/db/store'
import type { Job, JobRegistration } from '../../../platform/jobs/job'
import { notificationLogMessages } from '../messages'
import { notificationsUpdated } from '../model'

type FindUsers = (ctx: Context, job: Job) => Promise<readonly string[]>

/** Returns the registrations with additional hooks, which publish an event when a job ends. */
export const announceEnds = (
  ctx: Context,
  registrations: readonly JobRegistration[],
): JobRegistration[] => registrations.map((registration) => announceEnd(ctx, registration))

function announceEnd(ctx: Context, registration: JobRegistration): JobRegistration {
  const { type, run, onFailed } = registration
  const findEnded = usersOfEnded[type.kind]
  return {
    ...registration,
    onFailed: async (tx, job) => {
      await onFailed?.(tx, job)
      publishAfter(ctx, tx, () => listUsersOfFailed(ctx, job, findEnded))
    },
    ...(findEnded && {
      run: async (job, signal) => {
        const effect = await run(job, signal)
        return async (tx) => {
          await effect?.(tx)
          publishAfter(ctx, tx, () => findEnded(ctx, job))
        }
      },
    }),
  }
}

function publishAfter(ctx: Context, tx: Tx, listUserIds: () => Promise<readonly string[]>) {
  tx.afterCommit(() => {
    listUserIds()
      .then((ids) => ids.forEach((userId) => ctx.bus.publish(notificationsUpdated, { userId })))
      .catch((error: unknown) =>
        ctx.log.error({ err: error }, notificationLogMessages.announce_failed()),
      )
  })
}

async function listUsersOfFailed(ctx: Context, job: Job, findEnded: FindUsers | undefined) {
  const { libraryId } = job.payload as { libraryId?: string }
  const readers = await listUsersWith(ctx, 'tasks:read', libraryId)
  return new Set([...readers, ...((await findEnded?.(ctx, job)) ?? [])]).values().toArray()
}

const findStarter: FindUsers = async (ctx, job) => {
  const { runId } = job.payload as { runId: string }
  const [run] = await ctx.db
    .select({ userId: matchRuns.userId, state: matchRuns.state })
    .from(matchRuns)
    .where(eq(matchRuns.id, runId))
  return run?.userId && run.state !== 'running' ? [run.userId] : []
}

/** Finds users to notify if a purge failed because the database could not be backed up. */
const listUsersOfPurge: FindUsers = async (ctx, { id }) => {
  const isFailed = and(eq(purges.id, id), eq(purges.status, 'failed'))
  if ((await ctx.db.$count(purges, isFailed)) === 0) return []
  return listUsersWith(ctx, 'system:admin')
}

const usersOfEnded: Partial<Record<string, FindUsers>> = {
  [matchLibraryJob.kind]: findStarter,
  [refreshMetadataJob.kind]: findStarter,
  [purgeTrash.kind]: listUsersOfPurge,
}

async function listUsersWith(ctx: Context, permission: Permission, libraryId?: string) {
  const { id, username, role, permissions, libraryIds, restrictions } = users
  const accounts = await ctx.heavy
    .select({ id, username, role, permissions, libraryIds, restrictions })
    .from(users)
    .where(eq(users.isActive, true))
  return accounts
    .map((account) =>
      createViewer(account, computeEffectivePermissions(account), { kind: 'system' }),
    )
    .filter(
      (viewer) =>
        viewer.permissions.has(permission) &&
        (libraryId === undefined || canSeeLibrary(viewer, libraryId)),
    )
    .map(({ userId }) => userId)
}
