/** The source of each field, and what other sources have for it: on the wire. */
import {
  anyText,
  boolean,
  list,
  named,
  nullable,
  oneOf,
  type Static,
  unknown,
} from '../../platform/http/shapes'

const CandidateView = named('FieldCandidate', {
  source: anyText({ description: '`comicinfo`, `opf`, `series_json`, `epub`, `pdf` or `path`' }),
  value: unknown(),
})

const source = anyText({
  description:
    '`edited` by a person, `plugin:<name>`, `comicinfo`, `opf`, `series_json`, `epub`, `pdf` or ' +
    '`path`; null: no source has a value',
})

export const FieldSourceView = named('FieldSource', {
  field: anyText(),
  value: unknown(),
  source: nullable(source),
  isLocked: boolean(),
  candidates: list(CandidateView, {
    description: 'Other values in files and path, the most trusted first',
  }),
})
export type FieldSourceView = Static<typeof FieldSourceView>

export const SidecarView = named('Sidecar', {
  name: anyText({ description: 'Of the file' }),
  kind: oneOf(['comicinfo', 'opf', 'series_json', 'artwork']),
  problem: nullable(anyText({ description: 'What is wrong with it, for people' })),
})
