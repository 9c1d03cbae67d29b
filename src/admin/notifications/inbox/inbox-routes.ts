import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { paged, parsePaging } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { NotificationPage, NotificationsQuery, ReadBody } from '../model'
import { deleteNotification, listNotifications, markNotificationsRead } from './inbox'

export const inboxRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/notifications' }).use(listRoutes(ctx)).use(changeRoutes(ctx))

const tags = ['Notifications']

const listRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        const isRead = query.read === undefined ? undefined : query.read === 'true'
        return paged({ query, request, set }, listNotifications(ctx, viewer, { isRead, paging }))
      },
      {
        can: 'account:read',
        query: NotificationsQuery,
        response: NotificationPage,
        detail: {
          summary: 'List your notifications',
          description:
            'Newest first. Returns at most 500 notifications from the last 90 days, and only those about things you can still see. Notifications about failed tasks are deleted with the task, after seven days.',
        },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/read',
      ({ viewer, body, set }) => noContent(set, markNotificationsRead(ctx, viewer, body.ids)),
      {
        can: 'account:write',
        body: ReadBody,
        response: NoContent,
        detail: {
          summary: 'Mark your notifications as read',
          description:
            'Marking a notification about a release as read also marks the release as seen.',
        },
      },
    )

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteNotification(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a notification',
          description: 'Only the notification is deleted, not the item it is about.',
        },
      },
    )
