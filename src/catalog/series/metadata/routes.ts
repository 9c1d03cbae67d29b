import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { guard } from '../../../accounts/permissions/guard'
import { itemMetadataRoutes, type RoutedMetadata } from '../../metadata/routes/item-metadata-routes'
import { BulkSeries } from '../bulk/model'
import { resetManySeries } from '../bulk/service'
import { LocksBody, LocksView, MetadataAnswer, MetadataBody } from '../model'
import { editSeries } from './edit-all'
import { ResetSeriesBody, SeriesEditBody, SeriesSourcesView } from './edit-model'
import { getSeriesSources } from './series-sources'
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  replaceSeriesMetadata,
  resetSeriesMetadata,
  setSeriesLocks,
} from './service'

export const seriesMetadataRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(itemMetadataRoutes(ctx, seriesMetadata)).use(bulkResetRoutes(ctx))

const seriesMetadata: RoutedMetadata = {
  path: '/series/:id/metadata',
  noun: 'series',
  read: 'series:read',
  write: 'series:write',
  schemas: {
    Edit: MetadataBody,
    View: MetadataAnswer,
    LocksEdit: LocksBody,
    LocksView,
    SourcesView: SeriesSourcesView,
    WholeEdit: SeriesEditBody,
    ResetBody: ResetSeriesBody,
  },
  notes: {
    get: 'Returns an ETag for use when editing.',
    replace:
      'Fields that are null or omitted are cleared, except the title. Fields that get a new value are locked against scans and plugins.',
    update:
      'Omitted fields keep their value; null clears a field. Fields that get a new value are locked.',
    getLocks: 'Scans and plugins do not change a locked field.',
    setLocks: 'Omitted locks keep their value.',
    getSources:
      'Returns each field with its value, source, lock and the values from other sources.',
    editWhole:
      'Changes fields, labels, titles, links, IDs and locks, and performs resets, in one transaction. Omitted fields keep their value; a list replaces the whole list. Resets are applied first and locks last.',
    resetAll:
      'Removes all edits and locks, including those of genres, tags, alternate titles and links, and restores the values from the files.',
    reset:
      'Restores the given fields from the files, regardless of their current source, and unlocks them. If no fields are given, removes all edits and locks but keeps values from providers.',
  },
  resetId: 'seriesMetadataReset',
  get: getSeriesMetadata,
  replace: replaceSeriesMetadata,
  update: editSeriesMetadata,
  editWhole: editSeries,
  reset: resetSeriesMetadata,
  getLocks: getSeriesLocks,
  setLocks: setSeriesLocks,
  getSources: getSeriesSources,
}

const bulkResetRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/bulk/metadata', tags: ['Series metadata'] })
    .use(guard(ctx))
    .post('/reset', ({ viewer, body }) => resetManySeries(ctx, viewer, body.seriesIds), {
      can: 'series:write',
      body: BulkSeries,
      response: BulkView,
      detail: {
        summary: 'Reset the metadata of many series',
        description:
          'Removes all edits and locks, and restores the values from the files. At most 500 series. `problems` lists the series that could not be changed.',
      },
    })
