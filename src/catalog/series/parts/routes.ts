import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { created, noContent } from '../../../platform/http/responses/statuses'
import { getSeries } from '../service'
import { guard } from '../../../accounts/permissions/guard'
import {
  AlternateTitleParams,
  AlternateTitlePatch,
  AlternateTitlesView,
  AlternateTitleView,
  ExternalIdParams,
  ExternalIdsView,
  ExternalIdView,
  ExternalLinkParams,
  ExternalLinksView,
  ExternalLinkView,
  ExternalRatingParams,
  ExternalRatingsView,
  ExternalRatingView,
  NewAlternateTitle,
  NewExternalId,
  NewExternalLink,
  NewExternalRating,
} from '../../metadata/model'
import { seriesLabelRoutes } from './label-routes'
import {
  addAlternateTitle,
  editAlternateTitle,
  putExternalId,
  putExternalLink,
  putExternalRating,
  removeAlternateTitle,
  removeExternalId,
  removeExternalLink,
  removeExternalRating,
} from './service'

export const seriesPartRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(titleRoutes(ctx))
    .use(oneTitleRoutes(ctx))
    .use(externalIdRoutes(ctx))
    .use(linkRoutes(ctx))
    .use(ratingRoutes(ctx))
    .use(seriesLabelRoutes(ctx))

const done = { 204: { description: 'Deleted' } }
const router = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Series metadata'] }).use(guard(ctx))
const read = { can: 'series:read', params: ByIdParams } as const
const write = { can: 'series:write', params: ByIdParams } as const

const titleRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/alternate-titles',
      async ({ viewer, params }) => {
        const { alternateTitles: titles } = await getSeries(ctx, viewer, params.id)
        return { titles }
      },
      {
        ...read,
        response: AlternateTitlesView,
        detail: {
          summary: 'List alternate titles',
          description: 'Lists titles in other languages and scripts.',
        },
      },
    )

    .post(
      '/alternate-titles',
      ({ viewer, params, body, set }) =>
        created(set, addAlternateTitle(ctx, viewer, params.id, body)),
      {
        ...write,
        body: NewAlternateTitle,
        response: { 201: AlternateTitleView },
        detail: { summary: 'Add an alternate title', description: 'Locks the alternate titles.' },
      },
    )

const oneTitleRoutes = (ctx: Context) =>
  router(ctx)
    .patch(
      '/alternate-titles/:titleId',
      ({ viewer, params: { id: seriesId, titleId: id }, body }) =>
        editAlternateTitle(ctx, viewer, { seriesId, id }, body),
      {
        ...write,
        params: AlternateTitleParams,
        body: AlternateTitlePatch,
        response: AlternateTitleView,
        detail: {
          summary: 'Update an alternate title',
          description: 'Fields that are omitted or null keep their value.',
        },
      },
    )

    .delete(
      '/alternate-titles/:titleId',
      ({ viewer, params: { id: seriesId, titleId: id }, set }) =>
        noContent(set, removeAlternateTitle(ctx, viewer, { seriesId, id })),
      {
        ...write,
        params: AlternateTitleParams,
        detail: {
          summary: 'Delete an alternate title',
          description: 'Later scans do not add the title again.',
          responses: done,
        },
      },
    )

const externalIdRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/external-ids',
      async ({ viewer, params }) => {
        const { externalIds } = await getSeries(ctx, viewer, params.id)
        return { externalIds }
      },
      {
        ...read,
        response: ExternalIdsView,
        detail: { summary: 'List external IDs', description: 'Lists one ID per source.' },
      },
    )

    .post(
      '/external-ids',
      async ({ viewer, params, body, set }) => {
        const { row, isNew } = await putExternalId(ctx, viewer, params.id, body)
        return isNew ? created(set, row) : row
      },
      {
        ...write,
        body: NewExternalId,
        response: { 200: ExternalIdView, 201: ExternalIdView },
        detail: {
          summary: 'Set an external ID',
          description: 'Returns 201 if the source is new, otherwise 200.',
        },
      },
    )

    .delete(
      '/external-ids/:externalIdId',
      ({ viewer, params: { id: seriesId, externalIdId: id }, set }) =>
        noContent(set, removeExternalId(ctx, viewer, { seriesId, id })),
      {
        ...write,
        params: ExternalIdParams,
        detail: {
          summary: 'Delete an external ID',
          description: 'The path contains the ID of the entry, not the ID at the source.',
          responses: done,
        },
      },
    )

const linkRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/external-links',
      async ({ viewer, params }) => {
        const { externalLinks: links } = await getSeries(ctx, viewer, params.id)
        return { links }
      },
      {
        ...read,
        response: ExternalLinksView,
        detail: { summary: 'List external links', description: 'Lists one link per site.' },
      },
    )

    .post(
      '/external-links',
      async ({ viewer, params, body, set }) => {
        const { row, isNew } = await putExternalLink(ctx, viewer, params.id, body)
        return isNew ? created(set, row) : row
      },
      {
        ...write,
        body: NewExternalLink,
        response: { 200: ExternalLinkView, 201: ExternalLinkView },
        detail: {
          summary: 'Set an external link',
          description: 'Returns 201 if the site is new, otherwise 200.',
        },
      },
    )

    .delete(
      '/external-links/:linkId',
      ({ viewer, params: { id: seriesId, linkId: id }, set }) =>
        noContent(set, removeExternalLink(ctx, viewer, { seriesId, id })),
      {
        ...write,
        params: ExternalLinkParams,
        detail: {
          summary: 'Delete an external link',
          description: 'The path contains the ID of the entry, not the ID at the source.',
          responses: done,
        },
      },
    )

const ratingRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/external-ratings',
      async ({ viewer, params }) => {
        const { externalRatings: ratings } = await getSeries(ctx, viewer, params.id)
        return { ratings }
      },
      {
        ...read,
        response: ExternalRatingsView,
        detail: { summary: 'List external ratings', description: 'One per source, 0 to 100.' },
      },
    )

    .post(
      '/external-ratings',
      async ({ viewer, params, body, set }) => {
        const { row, isNew } = await putExternalRating(ctx, viewer, params.id, body)
        return isNew ? created(set, row) : row
      },
      {
        ...write,
        body: NewExternalRating,
        response: { 200: ExternalRatingView, 201: ExternalRatingView },
        detail: {
          summary: 'Set an external rating',
          description: 'Returns 201 if the source is new, otherwise 200.',
        },
      },
    )

    .delete(
      '/external-ratings/:source',
      ({ viewer, params: { id: seriesId, source: sourceName }, set }) =>
        noContent(set, removeExternalRating(ctx, viewer, { seriesId, sourceName })),
      {
        ...write,
        params: ExternalRatingParams,
        detail: {
          summary: 'Delete an external rating',
          description: 'The rating is identified by the name of its source.',
          responses: done,
        },
      },
    )
