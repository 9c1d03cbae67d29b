import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { createdUncached, noContent } from '../../../platform/http/responses/statuses'
import { ByIdParams } from '../../../platform/http/shapes'
import {
  ProfileChoice,
  ProfileChoiceView,
  ProfileCreation,
  ProfilesView,
  ProfileUpdate,
  ProfileView,
} from './model'
import { chooseProfile, createProfile, deleteProfile, listProfiles, updateProfile } from './service'

export const readingProfileRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/reading-profiles', tags: ['Preferences'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listProfiles(ctx, viewer), {
      can: 'account:read',
      response: ProfilesView,
      detail: {
        summary: 'List your reading profiles',
        description: 'Named sets of reader settings that apply to many series, sorted by name.',
      },
    })
    .post('', ({ viewer, body, set }) => createdUncached(set, createProfile(ctx, viewer, body)), {
      can: 'account:write',
      body: ProfileCreation,
      response: { 201: ProfileView },
      detail: { summary: 'Create a reading profile', description: 'Names must be unique.' },
    })
    .post('/choose', ({ viewer, body }) => chooseProfile(ctx, viewer, body), {
      can: 'account:write',
      body: ProfileChoice,
      response: ProfileChoiceView,
      detail: {
        summary: 'Choose a reading profile for series',
        description:
          'Changes all given series or none. Settings of a book or series take precedence over those of its profile.',
      },
    })
    .use(profileRoutes(ctx))

const profileRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Preferences'] })
    .use(guard(ctx))
    .patch(
      '/:id',
      ({ viewer, params, body }) => updateProfile(ctx, viewer, { id: params.id, update: body }),
      {
        can: 'account:write',
        params: ByIdParams,
        body: ProfileUpdate,
        response: ProfileView,
        detail: {
          summary: 'Update a reading profile',
          description: 'Omitted settings keep their value; null removes a setting.',
        },
      },
    )
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteProfile(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a reading profile',
          description:
            'Its series keep their own settings and otherwise inherit those of the library and your own.',
        },
      },
    )
