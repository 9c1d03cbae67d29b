/** Describes series to the metadata routes. */
import type { RoutedMetadata } from '../../metadata/routes/routed-metadata'
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

export const routedSeriesMetadata: RoutedMetadata = {
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
