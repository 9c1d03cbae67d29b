/** API models of sidecar files with problems. */
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

export const SidecarProblemView = named('FileWithProblem', {
  id: id(),
  libraryId: id(),
  libraryName: anyText(),
  name: anyText({ description: 'File name' }),
  folder: anyText({ description: 'Name of the folder that contains the file' }),
  path: nullable(
    anyText({ description: 'Path of the file; null without the permission libraries:write' }),
  ),
  kind: oneOf(sidecarKinds),
  ...findingMembers(),
})
export type SidecarProblemView = Static<typeof SidecarProblemView>

export const SidecarProblemsQuery = shape({ ...PageQuery, libraryId: optional(id()) })
export type SidecarProblemsQuery = Static<typeof SidecarProblemsQuery>
