/** A user's Kobo devices. */
import { Elysia } from 'elysia'
import { answerCreated, answerNoContent } from '../../accounts/permissions/account-responses'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { createKoboDevice, deleteKoboDevice, editKoboDevice, listKoboDevices } from './devices'
import * as model from './model'

export const koboDeviceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/kobo-devices', tags: ['Reading apps'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listKoboDevices(ctx, viewer), {
      can: 'api-keys:read',
      response: model.KoboDevices,
      detail: { summary: 'List your Kobo devices' },
    })
    .post('', ({ viewer, body, set }) => answerCreated(set, createKoboDevice(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.KoboDeviceCreation,
      response: { 201: model.NewKoboDevice },
      detail: {
        summary: 'Add a Kobo device',
        description: "The path contains the device's key and is returned only in this response.",
      },
    })
    .patch('/:id', ({ viewer, params, body }) => editKoboDevice(ctx, viewer, params.id, body), {
      can: 'api-keys:write',
      params: ByIdParams,
      body: model.KoboDevicePatch,
      response: model.KoboDevice,
      detail: { summary: 'Change the name or libraries of a Kobo device' },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => answerNoContent(set, deleteKoboDevice(ctx, viewer, params.id)),
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
