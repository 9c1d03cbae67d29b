/** Where the value of each field comes from, and what else was said: on the wire. */
import {
  anyText,
  boolean,
  id,
  list,
  named,
  nullable,
  oneOf,
  type Static,
  unknown,
} from '../../../platform/http/shapes'

const CandidateView = named('FieldCandidate', {
  source: anyText({ description: '`comicinfo`, `opf`, `series_json`, `epub`, `pdf` or `path`' }),
  value: unknown(),
})

const source = anyText({
  description:
    '`edited` by a person, `plugin:<name>`, `comicinfo`, `opf`, `series_json`, `epub`, `pdf` or ' +
    '`path`; null: nobody has said anything',
})

export const FieldSourceView = named('FieldSource', {
  field: anyText(),
  value: unknown(),
  source: nullable(source),
  isLocked: boolean(),
  candidates: list(CandidateView, {
    description: 'What files and path say besides, the most trusted first',
  }),
})
export type FieldSourceView = Static<typeof FieldSourceView>

export const SidecarView = named('Sidecar', {
  name: anyText({ description: 'Of the file' }),
  kind: oneOf(['comicinfo', 'opf', 'series_json', 'artwork']),
  problem: nullable(anyText({ description: 'What is wrong with it, for people' })),
})

export const SeriesSourcesView = named('SeriesMetadataSources', {
  seriesId: id(),
  fields: list(FieldSourceView),
  files: list(SidecarView, { description: 'What lies in the folder and speaks of the series' }),
})
export type SeriesSourcesView = Static<typeof SeriesSourcesView>
