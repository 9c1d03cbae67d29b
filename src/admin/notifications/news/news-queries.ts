/** Queries for the kinds of news for which no other module has a query. */
import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { isOpenTo } from '../../../catalog/libraries/library-visibility'
import { libraries } from '../../../catalog/libraries/schema'
import { matchRunItems, matchRuns } from '../../../ingest/metadata-matching/schema'
import { trashMessages } from '../../../ingest/trash/messages'
import { purges } from '../../../ingest/trash/schema'
import type { Db } from '../../../platform/db/store'

export interface NewsSpan {
  after: Date
  until: Date
  limit: number
  /** By default, the oldest news comes first. */
  newestFirst?: boolean
  /** By default, news that the user has seen elsewhere is omitted. */
  withSeen?: boolean
}

type Time =
  typeof purges.completedAt | typeof matchRuns.finishedAt | typeof libraries.stateChangedAt

const isWithin = (time: Time, { after, until }: NewsSpan) => and(gt(time, after), lte(time, until))
const orderBy = (time: Time, { newestFirst }: NewsSpan) => (newestFirst ? desc(time) : asc(time))

const backupFailed = trashMessages.backup_failed({ detail: '' }).code

/** Lists purges that failed because the database could not be backed up first. */
export const listFailedBackups = (db: Db, span: NewsSpan) =>
  db
    .select({ id: purges.id, completedAt: purges.completedAt })
    .from(purges)
    .where(
      and(
        eq(purges.status, 'failed'),
        sql`(${purges.message} ->> 'code') = ${backupFailed}`,
        isWithin(purges.completedAt, span),
      ),
    )
    .orderBy(orderBy(purges.completedAt, span), purges.id)
    .limit(span.limit)

/**
 * Lists ended runs that the viewer started, except those in libraries that the viewer can no longer
 * see.
 */
export const listEndedRuns = (db: Db, viewer: Viewer, span: NewsSpan) => {
  const open = db
    .select({ one: sql`1` })
    .from(matchRunItems)
    .where(and(eq(matchRunItems.runId, matchRuns.id), eq(matchRunItems.state, 'review')))
  const isLibraryShown = and(isNull(libraries.trashedAt), isOpenTo(viewer, matchRuns.libraryId))
  return db
    .select({
      run: {
        id: matchRuns.id,
        state: matchRuns.state,
        isRefresh: matchRuns.isRefresh,
        finishedAt: matchRuns.finishedAt,
        hasOpen: sql`case when ${exists(open)} then 1 else 0 end`.mapWith(Boolean),
      },
      library: libraries.name,
    })
    .from(matchRuns)
    .leftJoin(libraries, eq(libraries.id, matchRuns.libraryId))
    .where(
      and(
        eq(matchRuns.userId, viewer.userId),
        inArray(matchRuns.state, ['completed', 'failed']),
        or(isNull(matchRuns.libraryId), isLibraryShown),
        isWithin(matchRuns.finishedAt, span),
      ),
    )
    .orderBy(orderBy(matchRuns.finishedAt, span), matchRuns.id)
    .limit(span.limit)
}

/** Lists libraries where a scan found too many missing files. */
export const listUnconfirmedLibraries = (db: Db, viewer: Viewer, span: NewsSpan) =>
  db
    .select({
      id: libraries.id,
      name: libraries.name,
      stateChangedAt: libraries.stateChangedAt,
    })
    .from(libraries)
    .where(
      and(
        eq(libraries.state, 'awaiting_confirmation'),
        isNull(libraries.trashedAt),
        isOpenTo(viewer, libraries.id),
        isWithin(libraries.stateChangedAt, span),
      ),
    )
    .orderBy(orderBy(libraries.stateChangedAt, span), libraries.id)
    .limit(span.limit)
