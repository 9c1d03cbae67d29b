/** Runs the background services of the server: worker process, schedules, watching and cleanup. */
import { startTelemetry } from '../../platform/telemetry/telemetry'
import { repeat } from '../../platform/lib/clock'
import { Scheduler } from '../../platform/jobs/schedules'
import { getProcessId } from '../../platform/jobs/process-id'
import { deleteOldJobs } from '../../platform/jobs/job-queue'
import { deleteLeastUsedResponses } from '../../platform/outgoing/response-cache'
import { backupSchedulePrefix, enqueueScheduledBackup } from '../../admin/backup/backup-schedule'
import { closeGuardedStreams } from '../../admin/live/guarded-streams'
import { getEventStreams } from '../../admin/live/event-streams'
import { checkForUpdate } from '../../admin/updates/check-for-update'
import { recordRunningVersion } from '../../admin/updates/version-history'
import { deleteLostProcesses, recordProcess } from '../../admin/processes/service'
import { closeDecoder } from '../../media/decoding/decoder'
import { endPrograms } from '../../ingest/plugins/programs/plugin-programs'
import { startHashingOnUse } from '../../ingest/scanning/hashing/hashing'
import {
  enqueueStartupScans,
  enqueueScheduledScan,
} from '../../ingest/scanning/lifecycle/automatic-scans'
import { deleteExpiredScans } from '../../ingest/scanning/lifecycle/delete-expired-scans'
import { deleteExpiredUserData } from '../../ingest/scanning/purged/delete-expired'
import { deleteExpiredPurges } from '../../ingest/trash/purge'
import { deleteOldAuditEntries } from '../../accounts/audit/record'
import { deleteOldInvitations } from '../../accounts/invitations/service'
import { deleteEndedSessions } from '../../accounts/sessions/service'
import { endForbiddenPinSessions } from '../../accounts/users/quick-switch/service'
import { deleteOldLoginFailures } from '../../accounts/users/sign-in/login-throttle'
import { enqueueScheduledJob } from '../../ingest/metadata-matching/refresh/library-jobs'
import { startJoiningWaitingFacts } from '../../ingest/importing/merge/join-waiting'
import { deleteLostImportFiles } from '../../ingest/importing/managed/lost-files'
import { deleteOldCopies, expirePreviews } from '../../ingest/importing/managed/expired-previews'
import { startMatchingNewSeries } from '../../ingest/metadata-matching/runs/new-series'
import { startUpdatingAcquired } from '../../ingest/releases/ledger/series-changes'
import { enqueueScheduledPoll, ensureBuiltInSources } from '../../ingest/releases/sources/sources'
import { schedulePrefix } from '../../admin/notifications/channels'
import { enqueueSending } from '../../admin/notifications/deliver'
import { deleteOldNotificationStates } from '../../admin/notifications/inbox/inbox'
import { deleteOldCodes } from '../../admin/notifications/senders/send-code'
import { syncSchedulePrefix } from '../../ingest/connections/connections'
import {
  enqueueScheduledSync,
  startSyncingAfterReading,
} from '../../ingest/reading-sync/automatic-syncs'
import { startWatching } from '../../ingest/watching/service'
import type { ServerContext } from './app-context'
import { joinWaitingPositions } from '../../reading/progress/clients/waiting-positions'
import { deleteExpiredExports } from '../../reading/exports/service'
import { enqueueDerivingForAll } from '../../reading/statistics/sessions/update-sessions'
import { correctFutureTimes } from '../../reading/progress/adjustments/future-times'
import { startRecordingProxies } from './record-proxy'
import { serverLogMessages } from '../messages'
import { recordUnratedNotice } from '../../catalog/access-overview/unrated-notice'
import { deleteExpiredChangeSets } from '../../catalog/metadata/change-sets/history'

export interface BackgroundServices {
  /** Closes event streams, because they would delay the shutdown. */
  endStreams(): void
  /**
   * Stops starting new work, and waits for running work up to the limit. Unfinished work continues
   * after the next start.
   */
  shutdown(limitMs: number): Promise<void>
  /** Stops telemetry, deletes the record of this process, and ends decoder and plugin processes. */
  close(): Promise<void>
}

const cleanupIntervalMs = 3_600_000

function createScheduler(ctx: ServerContext['ctx']): Scheduler {
  const scheduler = new Scheduler(ctx)
  scheduler.register('scan:', (tx, name) => enqueueScheduledScan(ctx, tx, name))
  scheduler.register('library-job:', (tx, name) => enqueueScheduledJob(ctx, tx, name))
  scheduler.register('releases:', (tx, name) => enqueueScheduledPoll(ctx, tx, name))
  scheduler.register(schedulePrefix, (tx, name) => enqueueSending(ctx, tx, name))
  scheduler.register(syncSchedulePrefix, (tx, name) => enqueueScheduledSync(ctx, tx, name))
  scheduler.register(backupSchedulePrefix, (tx) => enqueueScheduledBackup(ctx, tx))
  return scheduler
}

async function prepareData(ctx: ServerContext['ctx']) {
  await endForbiddenPinSessions(ctx)
  await correctFutureTimes(ctx)
  await recordUnratedNotice(ctx)
  await recordRunningVersion(ctx)
  await ensureBuiltInSources(ctx)
}

async function cleanUpData(ctx: ServerContext['ctx']) {
  await deleteOldJobs(ctx)
  await deleteEndedSessions(ctx)
  await deleteOldLoginFailures(ctx)
  await deleteOldAuditEntries(ctx)
  await deleteOldInvitations(ctx)
  await deleteExpiredScans(ctx)
  await deleteExpiredPurges(ctx)
  await deleteExpiredUserData(ctx)
  await deleteExpiredChangeSets(ctx)
  await deleteLeastUsedResponses(ctx)
  await deleteOldNotificationStates(ctx)
  await deleteOldCodes(ctx)
  await joinWaitingPositions(ctx)
  await enqueueDerivingForAll(ctx)
  await deleteExpiredExports(ctx)
  await deleteLostImportFiles(ctx)
  await expirePreviews(ctx)
  await deleteOldCopies(ctx)
  await deleteLostProcesses(ctx)
  await ensureBuiltInSources(ctx)
  await checkForUpdate(ctx)
}

function followScans(ctx: ServerContext['ctx']) {
  const stops = [startMatchingNewSeries(ctx), startJoiningWaitingFacts(ctx)]
  return () => {
    for (const stop of stops) stop()
  }
}

async function startObserving(ctx: ServerContext['ctx']) {
  const stopTelemetry = await startTelemetry(ctx)
  const deleteRecord = await recordProcess(ctx, {
    id: getProcessId(ctx),
    kind: 'serve',
    jobKinds: [],
  })
  const stopRecording = startRecordingProxies(ctx)
  return async () => {
    stopRecording()
    await deleteRecord()
    await stopTelemetry()
  }
}

/** Starts the services. Register all job handlers before calling this. */
export async function startBackgroundServices({
  ctx,
  jobs,
}: ServerContext): Promise<BackgroundServices> {
  const live = getEventStreams(ctx)
  const scheduler = createScheduler(ctx)
  await jobs.start()
  await enqueueStartupScans(ctx)
  const stopObserving = await startObserving(ctx)
  // Start these last: they run until stopped, and a failed start must leave nothing running.
  scheduler.start()
  const watching = startWatching(ctx)
  const stopHashing = startHashingOnUse(ctx)
  const stopFollowingScans = followScans(ctx)
  const stopUpdatingAcquired = startUpdatingAcquired(ctx)
  const stopSyncing = startSyncingAfterReading(ctx)
  const cleanUp = async () => {
    try {
      await cleanUpData(ctx)
    } catch (error) {
      ctx.log.error({ err: error }, serverLogMessages.cleanup_failed())
    }
  }
  const stopCleaning = repeat(ctx.clock, cleanupIntervalMs, cleanUp)
  // A database that is temporarily unavailable must not stop the server.
  const preparation = prepareData(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, serverLogMessages.cleanup_failed()),
  )
  return {
    endStreams: () => {
      closeGuardedStreams(ctx)
      return live.close()
    },
    shutdown: async (limitMs) => {
      stopCleaning()
      stopHashing()
      stopFollowingScans()
      stopUpdatingAcquired()
      stopSyncing()
      // Stop these in parallel: the first two may wait for a write lock that a stuck worker holds
      // until it is killed.
      await Promise.all([watching.stop(), scheduler.stop(), jobs.stop(limitMs), preparation])
    },
    close: async () => {
      await stopObserving()
      closeDecoder()
      await endPrograms(ctx)
    },
  }
}
