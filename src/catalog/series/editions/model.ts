/**
 * Editions of one work: its translations, other editions and adaptations, each a separate series.
 */
import {
  anyText,
  id,
  list,
  long,
  named,
  nullable,
  oneOf,
  shape,
  type Static,
} from '../../../platform/http/shapes'

/** Weakest first. The relation between two series is the stronger of their kinds. */
export const editionKinds = ['language', 'edition', 'adaptation'] as const
export type EditionKind = (typeof editionKinds)[number]

export const maxEditions = 50

export const EditionView = named('SeriesEdition', {
  seriesId: id(),
  title: anyText(),
  kind: oneOf(editionKinds, { description: 'How the edition differs from the series in the path' }),
  language: nullable(anyText({ description: 'BCP 47' })),
  year: nullable(long()),
  libraryId: id(),
  libraryName: anyText(),
  bookCount: long(),
})
export type EditionView = Static<typeof EditionView>
export const EditionList = list(EditionView)

export const NewEdition = named('NewSeriesEdition', {
  seriesId: id('ID of the other series, which can already have editions'),
  kind: oneOf(editionKinds),
})
export type NewEdition = Static<typeof NewEdition>

export const EditionParams = shape({
  id: id(),
  editionId: id('ID of the series to unlink'),
})
