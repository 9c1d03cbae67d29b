import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { unknown } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import {
  Coverage,
  Pace,
  PaceQuery,
  RecordedSessions,
  ServerStatistics,
  ServerStatisticsQuery,
  SessionsBody,
  StatisticsQuery,
  StatisticsView,
} from './model'
import { clearHistoryAndSessions } from './sessions/update-sessions'
import { getCoverage, getPace } from './pace'
import { recordSessions } from './sessions/record-sessions'
import { getServerStatistics, getStatistics } from './statistics'

const createRoutes = (ctx: Context) => new Elysia({ tags: ['Statistics'] }).use(guard(ctx))

export const statisticsRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .post('/reading-sessions', ({ viewer, body }) => recordSessions(ctx, viewer, body.sessions), {
      can: 'progress:write',
      body: SessionsBody,
      response: RecordedSessions,
      detail: {
        summary: 'Record reading sessions',
        description:
          'Accepts sessions that an app has measured, with the position at the end of each session. Invalid sessions are rejected individually.',
      },
    })
    .get('/reading-stats', ({ viewer, query }) => getStatistics(ctx, viewer, query), {
      can: 'progress:read',
      query: StatisticsQuery,
      response: StatisticsView,
      detail: {
        summary: 'Get your reading statistics',
        description: 'Covers the last 90 days by default. Overlapping sessions count once.',
      },
    })
    .get('/reading-stats/coverage', ({ viewer }) => getCoverage(ctx, viewer), {
      can: 'progress:read',
      response: Coverage,
      detail: {
        summary: 'Get the times of your first and most recent reading',
        description: 'Both times are null if you have not read anything yet.',
      },
    })
    .use(totalAndHistoryRoutes(ctx))

const totalAndHistoryRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get('/reading-stats/pace', ({ viewer, query }) => getPace(ctx, viewer, query), {
      can: 'progress:read',
      query: PaceQuery,
      response: Pace,
      detail: {
        summary: 'Get your streaks, reading speed and time left',
        description:
          'Estimates the time left in the books in progress from your reading speed over the last 90 days.',
      },
    })
    .get('/reading-stats/server', ({ query }) => getServerStatistics(ctx, query), {
      can: 'system:admin',
      query: ServerStatisticsQuery,
      response: ServerStatistics,
      detail: {
        summary: 'Get the reading totals for all users',
        description: 'Returns only totals, which are updated every hour. Covers at most 400 days.',
      },
    })
    .delete(
      '/user/read-history',
      ({ viewer, set }) => noContent(set, clearHistoryAndSessions(ctx, viewer)),
      {
        can: 'progress:write',
        response: { 204: unknown() },
        detail: {
          operationId: 'clearReadHistory',
          summary: 'Clear your reading history',
          description:
            'Removes all events, completions and sessions. Positions and read status are kept.',
        },
      },
    )
