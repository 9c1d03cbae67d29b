/** API of sidecar files with problems. */
import { PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
} from '../../platform/http/shapes'
import { sidecarKinds } from './schema'
import { findingMembers } from '../../platform/http/message-shapes'

export const SideFileProblemView = named('SideFileProblem', {
  id: id(),
  libraryId: id(),
  libraryName: anyText(),
  name: anyText({ description: 'Of the file' }),
  folder: anyText({ description: 'The name of the folder in which it lies' }),
  path: nullable(anyText({ description: 'Shown to those who may edit libraries, else null' })),
  kind: oneOf(sidecarKinds),
  ...findingMembers(),
})
export type SideFileProblemView = Static<typeof SideFileProblemView>

export const SideFileProblemsQuery = shape({ ...PageQuery, libraryId: optional(id()) })
export type SideFileProblemsQuery = Static<typeof SideFileProblemsQuery>
