/** Routes for a user's Kobo devices and for the books that were deleted on them. */
import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import {
  createKoboDevice,
  deleteKoboDevice,
  editKoboDevice,
  listDeletedBooks,
  listKoboDevices,
  sendBookAgain,
} from './devices'
import * as model from './model'

export const koboDeviceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/kobo-devices', tags: ['Reading apps'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listKoboDevices(ctx, viewer), {
      can: 'api-keys:read',
      response: model.KoboDevices,
      detail: { summary: 'List your Kobo devices' },
    })
    .post(
      '',
      ({ viewer, body, set }) => createdUncached(set, createKoboDevice(ctx, viewer, body)),
      {
        can: 'api-keys:write',
        body: model.KoboDeviceCreation,
        response: { 201: model.NewKoboDevice },
        detail: {
          summary: 'Add a Kobo device',
          description: "The path contains the device's key and is returned only in this response.",
        },
      },
    )
    .patch('/:id', ({ viewer, params, body }) => editKoboDevice(ctx, viewer, params.id, body), {
      can: 'api-keys:write',
      params: ByIdParams,
      body: model.KoboDevicePatch,
      response: model.KoboDevice,
      detail: { summary: 'Change the name or libraries of a Kobo device' },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteKoboDevice(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a Kobo device',
          description: "The device's key stops working immediately. The books stay on the device.",
        },
      },
    )

export const koboDeletedBookRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/kobo-devices', tags: ['Reading apps'] })
    .use(guard(ctx))
    .get('/:id/deleted-books', ({ viewer, params }) => listDeletedBooks(ctx, viewer, params.id), {
      can: 'api-keys:read',
      params: ByIdParams,
      response: model.KoboDeletedBooks,
      detail: {
        summary: 'List books deleted on a Kobo device',
        description: 'These books are not sent to the device. At most 500 are listed.',
      },
    })
    .post(
      '/:id/deleted-books/:bookId/send',
      ({ viewer, params, set }) =>
        noContent(set, sendBookAgain(ctx, viewer, params.id, params.bookId)),
      {
        can: 'api-keys:write',
        params: model.KoboDeletedBookParams,
        response: NoContent,
        detail: {
          summary: 'Send a deleted book to a Kobo device again',
          description:
            'The device gets the book with its next sync. 404 if the book was not deleted on it.',
        },
      },
    )
