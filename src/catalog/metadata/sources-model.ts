/** The source of each field and the values from other sources, in the API. */
import {
  anyText,
  boolean,
  list,
  named,
  nullable,
  oneOf,
  optional,
  record,
  type Static,
  unknown,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'

const CandidateView = named('FieldCandidate', {
  source: anyText({ description: '`comicinfo`, `opf`, `series_json`, `epub`, `pdf` or `path`' }),
  value: unknown(),
})

const source = anyText({
  description:
    '`edited` (by a user), `plugin:<name>`, `comicinfo`, `opf`, `series_json`, `epub`, `pdf` or `path`; null if no source has a value',
})

export const FieldSourceView = named('FieldSource', {
  field: anyText(),
  value: unknown(),
  source: nullable(source),
  itemSources: optional(
    record(anyText(), {
      description:
        'Source of each item in a list; the keys are sites or sources. Includes items that a user removed',
    }),
  ),
  isLocked: boolean(),
  candidates: list(CandidateView, {
    description: 'Values from other sources, most trusted first',
  }),
})
export type FieldSourceView = Static<typeof FieldSourceView>

export const SidecarView = named('Sidecar', {
  name: anyText({ description: 'File name' }),
  kind: oneOf(['comicinfo', 'opf', 'series_json', 'artwork', 'mokuro']),
  problem: nullable(MessageView, { description: 'Problem with the file' }),
})
