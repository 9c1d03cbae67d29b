import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import { readDeviceCookie } from '../../../accounts/sessions/cookie'
import type { Context } from '../../../context'
import { ImageVersionQuery } from '../../../platform/http/responses/image-version'
import { sendContent } from '../../../platform/http/responses/content'
import { noContent } from '../../../platform/http/responses/statuses'
import { shape } from '../../../platform/http/shapes'
import { pictureAnswers } from '../../thumbnails/model'
import { OwnerParams, UploadForm } from '../model'
import { getPicture, getPictureOnDevice, removePicture, setPicture } from './people-pictures'

const PictureQuery = shape(ImageVersionQuery)
const description = 'Accepts JPEG, PNG, WebP, GIF or AVIF. Replaces the earlier picture.'

export const pictureRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(ownRoutes(ctx)).use(userPictureRoutes(ctx)).use(devicePictureRoutes(ctx))

const ownRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user', tags: ['Users'] })
    .use(guard(ctx))
    .post(
      '/picture',
      ({ viewer, body, set }) =>
        noContent(set, setPicture(ctx, viewer, { userId: viewer.userId, file: body.file })),
      {
        can: 'account:write',
        body: UploadForm,
        response: NoContent,
        detail: {
          summary: 'Upload a picture of yourself',
          operationId: 'uploadOwnPicture',
          description,
        },
      },
    )
    .delete(
      '/picture',
      ({ viewer, set }) => noContent(set, removePicture(ctx, viewer, viewer.userId)),
      {
        can: 'account:write',
        response: NoContent,
        detail: {
          summary: 'Remove your picture',
          operationId: 'deleteOwnPicture',
          description: 'Succeeds even if there is no picture.',
        },
      },
    )

const userPictureRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users/:id', tags: ['Users'] })
    .use(guard(ctx))
    .get('/picture', ({ params, request }) => sendContent(request, getPicture(ctx, params.id)), {
      can: 'account:read',
      params: OwnerParams,
      query: PictureQuery,
      detail: {
        summary: 'Get the picture of a user',
        description: 'Everyone who is signed in can see it.',
        responses: pictureAnswers,
      },
    })
    .post(
      '/picture',
      ({ viewer, params, body, set }) =>
        noContent(set, setPicture(ctx, viewer, { userId: params.id, file: body.file })),
      {
        can: 'users:write',
        params: OwnerParams,
        body: UploadForm,
        response: NoContent,
        detail: { summary: 'Upload a picture of a user', description },
      },
    )
    .delete(
      '/picture',
      ({ viewer, params, set }) => noContent(set, removePicture(ctx, viewer, params.id)),
      {
        can: 'users:write',
        params: OwnerParams,
        response: NoContent,
        detail: {
          summary: 'Remove the picture of a user',
          description: 'Succeeds even if there is no picture.',
        },
      },
    )

const devicePictureRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/quick-switch/people/:id', tags: ['Sign-in'] }).get(
    '/picture',
    ({ params, request }) =>
      sendContent(request, getPictureOnDevice(ctx, readDeviceCookie(request), params.id)),
    {
      params: OwnerParams,
      query: PictureQuery,
      detail: {
        summary: 'Get the picture of a person of this device',
        description: 'The device is recognized by its cookie. Not found on other devices.',
        responses: pictureAnswers,
        security: [],
      },
    },
  )
