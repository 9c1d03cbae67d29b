import { id, list, named, oneOf, optional, shape, type Static } from '../../../platform/http/shapes'
import { FieldSourceView, SidecarView } from '../../metadata/sources-model'
import { bookFields, FileDetailsView, ownFields } from './model'

export const BookSourcesView = named('BookMetadataSources', {
  bookId: id(),
  fields: list(FieldSourceView),
  details: FileDetailsView,
  files: list(SidecarView, { description: 'Sidecar files of the book' }),
})
export type BookSourcesView = Static<typeof BookSourcesView>

export const shownFields = [...ownFields, ...bookFields] as const
export type ShownField = (typeof shownFields)[number]

export const ResetBookBody = shape({
  fields: optional(list(oneOf(shownFields), { maxItems: 100 })),
})
